defmodule Shop.Item do
  @moduledoc """
  An item.

      def hidden do
      end
  """

  use GenServer
  alias Shop.Basket

  @rate 1.2
  @names ~w(a b)a
  @type t :: %__MODULE__{name: String.t()}

  @enforce_keys [:name]
  defstruct [:name, price: 0]

  defmodule Empty do
    defexception [:message]
  end

  @doc """
  Makes one.
  """
  @spec new(String.t()) :: t
  def new(name) do
    %__MODULE__{name: name}
  end

  @doc "Its price."
  def price(item, opts \\ [])

  def price(%{price: 0}, _opts), do: 0

  def price(item, opts) when is_list(opts) do
    twice = fn n ->
      n * 2
    end

    item.price
    |> twice.()
    |> round_up()
  end

  # Not for others.
  defp round_up(n) do
    case n do
      x when x > 0 -> x
      _ -> 0
    end
  end

  defmacro debug(term) do
    quote do
      IO.inspect(unquote(term))
    end
  end

  defguard is_small(n) when n < 10

  defdelegate size(basket), to: Basket

  @impl true
  def init(state) do
    {:ok, state}
  end

  def left <~> right do
    {left, right}
  end
end

defprotocol Shop.Priced do
  @doc "How much."
  def price(thing)
end

defimpl Shop.Priced, for: Shop.Item do
  def price(item), do: item.price
end

defmodule Shop.ItemTest do
  use ExUnit.Case, async: true

  require Record
  Record.defrecord(:line, name: "", count: 0)

  defimpl Inspect do
    def inspect(_, _), do: ""
  end

  setup %{conn: conn} do
    {:ok, conn: conn}
  end

  describe "new/1" do
    test "makes an item" do
      assert Shop.Item.new("x").name == "x"
    end
  end
end
