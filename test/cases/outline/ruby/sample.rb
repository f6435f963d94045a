# frozen_string_literal: true

require 'json'

# What a shop sells.
module Shop
  VERSION = '1.0'

  # Nothing left.
  class Empty < StandardError; end

  # A basket.
  class Basket
    include Comparable
    attr_reader :items, :owner
    attr_accessor :note

    LIMIT = 10

    class << self
      # Makes one.
      def build(*items)
        new(items)
      end
    end

    # Of nobody.
    def self.empty
      new([])
    end

    def initialize(items)
      @items = items
    end

    # How much it is.
    # In euros.
    def total(rate: 1.0, &block)
      sum = items.sum do |item|
        item.price
      end
      sum * rate
    end

    def <=>(other)
      total <=> other.total
    end

    def [](index) = items[index]

    def empty?
      items.empty?
    end

    def note=(text)
      @note = text
    end

    private def secret
      <<~TEXT
        def hidden
        end
      TEXT
    end

    private

    def checked
      return unless items

      begin
        yield
      rescue Empty
        nil
      ensure
        puts "end"
      end
    end

    alias_method :size, :checked
    define_method(:dynamic) { 1 }
  end

  module Helpers
    module_function

    def twice(n)
      n * 2
    end
  end

  Point = Struct.new(:x, :y) do
    def length
      Math.sqrt(x * x + y * y)
    end
  end
end

class Shop::Basket::Line
  def count; 1; end
end

class Settings
  @@shared = {}

  if defined?(Debug)
    LEVEL = 1
  else
    LEVEL ||= 2
  end

  scope :recent, -> { order(:at) }
  has_many :lines, dependent: :destroy
  cattr_accessor :logger
end

Settings::LIMIT = 3
$verbose = false
options = { quiet: true }

module Loud
  refine String do
    def shout = upcase
  end
end

namespace :db do
  desc "Fills it."
  task :seed => [:environment] do
    puts "x"
  end

  task clean: :seed
end

RSpec.describe Settings do
  let(:one) { Settings.new }

  context "when new" do
    # Nothing yet.
    it "has no lines" do
      expect(one.lines).to be_empty
    end
  end
end

def main
  puts Shop::Basket.empty
end

main if __FILE__ == $PROGRAM_NAME

HELP = <<~TEXT.freeze # shown
  def hidden

  end
TEXT
