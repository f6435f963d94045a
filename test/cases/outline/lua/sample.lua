-- A small shop.
local json = require("json")

local M = {}

local LIMIT <const> = 10
VERSION = "1.0"

--- An item.
-- @field name string
local Item = {}
Item.__index = Item

--- Makes one.
function Item.new(name)
  local self = setmetatable({}, Item)
  self.name = name
  return self
end

-- Its price.
function Item:price(rate)
  local function twice(n)
    return n * 2
  end
  return twice(rate)
end

Item.label = function(self)
  return [[
function hidden()
end
]]
end

function M.util.deep.call(...)
  return select("#", ...)
end

local function helper(a, b)
  if a then
    return b
  elseif b then
    return a
  else
    return nil
  end
end

--[[
  A long comment.
]]
local counter = function()
  local n = 0
  return function()
    n = n + 1
    return n
  end
end

M.handlers = {
  open = function(self)
    return true
  end,
  close = function(self) return false end,
}

local a, b = 1, 2

do
  local function inside()
    goto done
    ::done::
  end
  inside()
end

if json then
  function M.load(text)
    return json.decode(text)
  end
else
  function M.load(text)
    return nil
  end
end

-- Known before it is there.
local later, state

later = function()
  state = 1
end

M.VERSION = "1.0"
M.get = wrap(function(name) return name end)

for i = 1, LIMIT do
  M[i] = function() return i end
end

function main()
  print(Item.new("x"):price(1))
end

return M
