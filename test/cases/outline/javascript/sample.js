#!/usr/bin/env node
'use strict';

/** Shapes. */
import fs, { readFile as read } from 'node:fs';
export * from './other.js';
export { helper as default };

const LIMIT = 10, OTHER = 20;
let counter = 0;
var { a, b: [c] } = options;

/**
 * A shape.
 */
@register
export class Shape extends (Base ?? Object) {
  static #count = 0;
  name = 'shape';
  handle = (event) => {
    this.#log(event);
  };

  static {
    Shape.#count++;
  }

  constructor(name) {
    super();
    this.name = name;
  }

  // Its size.
  get size() {
    return 1;
  }

  set size(value) {
    this.value = value;
  }

  static async *walk() {
    yield* [];
  }

  #log(event) {
    console.log(`event ${event.type} { function hidden() {} `);
  }

  [Symbol.iterator]() {
    return this;
  }

  'quoted name'() {}
}

function helper(a, { b = 1 } = {}, ...rest) {
  function inner() {
    return /[/}]function no() {/.test(a);
  }
  return inner();
}

export async function* stream() {}

// Twice as much.
const twice = (n) => n * 2, thrice = function (n) {
  return n * 3;
};

export const compose = (...fs) => (x) => fs.reduceRight((y, f) => f(y), x);

const api = {
  open() {},
  async close(force) {
    return force;
  },
  send: function (text) {
    return text;
  },
  'with-dash': () => 1,
  nested: {
    deep() {},
  },
};

Shape.prototype.draw = function draw() {
  return this;
};

module.exports = function (app) {
  app.get('/', (request, response) => {
    response.end('ok');
  });
};

exports.run = async () => {};

class Empty {}

const Anonymous = class extends Shape {
  paint() {}
};

(function immediately() {
  helper();
})();

if (LIMIT) {
  function conditional() {}
}

label: for (const x of []) break label;

class Slots {
  [0] = 'first';
  [1] = 'second';
  static [Symbol.iterator] = null;
}

exports.MOST = 5;
module.exports.DEFAULTS = { a: 1 };
Slots.empty = [];
exports.Slots = Slots;
module.exports = { start() {}, stop: function () {} };
