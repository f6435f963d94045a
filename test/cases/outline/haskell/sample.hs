{-# LANGUAGE GADTs #-}
-- | Shapes.
module Shape
  ( Shape (..)
  , area
  ) where

import qualified Data.Map as Map
import Data.List (sortBy)

-- | What a shape can be.
data Shape
  = Dot
  | Circle { centre :: Point, radius :: Double }
  | Line Point Point
  deriving (Show, Eq)

newtype Point = Point (Double, Double)

type Name = String

data Expr a where
  IntE  :: Int -> Expr Int
  BoolE :: Bool -> Expr Bool

-- | Has an area.
class HasArea a where
  -- | The area itself.
  area :: a -> Double
  area _ = 0

  label :: a -> Name

instance HasArea Shape where
  area Dot = 0
  area (Circle _ r) = pi * r * r
  area (Line _ _) = 0

  label shape = case shape of
    Dot -> "dot"
    _   -> "shape"

-- | Adds all.
total :: [Shape] -> Double
total [] = 0
total (x : xs) = area x + rest
  where
    rest = total xs

-- Compares.
infixl 6 <+>

(<+>) :: Point -> Point -> Point
Point (a, b) <+> Point (c, d) = Point (a + c, b + d)

sign :: Int -> Int
sign n
  | n < 0 = -1
  | n > 0 = 1
  | otherwise = 0

origin :: Point
origin = Point (0, 0)

lookupName :: Int -> Map.Map Int Name -> Maybe Name
lookupName key table = do
  name <- Map.lookup key table
  let twice = name ++ name
  return twice

compose :: (b -> c) -> (a -> b) -> a -> c
compose f g = \x -> f (g x)

type family Elem c
type instance Elem [e] = e

data family Store a

class Monad m => MonadLog m where
  logIt :: String -> m ()

deriving instance Show Point

main :: IO ()
main = do
  print (total [Dot])
  putStrLn "done"

deriving stock instance Ord Point

instance (HasArea a, HasArea b) => HasArea (Either a b) where
  area = either area area
  {-# INLINE area #-}

-- | Both numbers.
pattern Pair :: Double -> Double -> Point
pattern Pair a b = Point (a, b)

foreign import ccall "math.h sin" c_sin :: Double -> Double

type family Size a where
  Size Int = Double
  Size a = a

class Container f where
  data Key f
  type Value f
  empty :: f
  insert, remove :: Key f -> f -> f

infixr 5 `cons`
cons :: a -> [a] -> [a]
x `cons` xs = x : xs

unsafe :: Int
unsafe = 1
{-# NOINLINE unsafe #-}

left, right :: Int
left = 1
right = 2

type Wrapper :: Type -> Type
newtype Wrapper a = Wrapper { unwrap :: a }

class Joins a where
  (<+>) :: a -> a -> a
  (<+>) = const

instance Joins Name where
  (<+>) = (++)

pattern x :> xs = (x, xs)
pattern Both { one, two } = (one, two)

type a + b = Either a b
data a :*: b = Times a b
