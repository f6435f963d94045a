using Pair = System.Collections.Generic.KeyValuePair<int, int>;
using System;
using System.Collections.Generic;

namespace Shop.Core
{
    /// <summary>What an order is.</summary>
    [Serializable]
    [Obsolete("old")]
    public abstract partial class Order<T> : IOrder where T : class
    {
        private const int Max = 10;
        private readonly List<T> items = new(), sold = new();

        public event EventHandler? Changed;

        /// <summary>Its number.</summary>
        [Key]
        public int Id { get; set; }

        public string Name => $"order {Id} {{";

        public T this[int index]
        {
            get { return items[index]; }
            set => items[index] = value;
        }

        static Order()
        {
        }

        public Order(int id) : base()
        {
            Id = id;
        }

        ~Order() { }

        // By number.
        public T? Find(int id)
        {
            int Twice(int n)
            {
                return 2 * n;
            }
            return items[Twice(id)];
        }

        public T? Find(string name) => null;

        [return: NotNull]
        public async Task<T> LaterAsync<U>(U u) where U : struct
        {
            await Task.Delay(1);
            return items[0];
        }

        public abstract void Send();

        public static Order<T> operator +(Order<T> a, Order<T> b) => a;

        public static implicit operator bool(Order<T> a) => true;

        void IOrder.Close() { }

        public class Line
        {
            public decimal Total;
        }
    }

    public interface IOrder
    {
        int Id { get; }
        void Close();
    }

    public record Point(int X, int Y)
    {
        public int Sum() => X + Y;
    }

    public record struct Size(int W, int H);

    public struct Money
    {
        public decimal Amount;
    }

    [Flags]
    public enum State : byte
    {
        Open = 1,
        /// <summary>No more.</summary>
        Closed = 2,
    }

    public delegate void Handler(object sender, int n);

    public static class Extensions
    {
        public static int Twice(this int n) => 2 * n;
    }
}
