/** Shapes. */
import type { Store } from './store';
import { readFile } from 'node:fs/promises';

export type Id = string | number;
export type Handler<T> = (event: T) => void;

export const LIMIT = 10 as const;
declare const VERSION: string;
let counter: number | undefined;

/** What a shape can do. */
export interface Shape<T extends object = {}> extends Base {
  readonly name: string;
  /** Its area. */
  area(scale?: number): number;
  on(event: 'open', handler: Handler<T>): this;
  on(event: string, handler: Handler<T>): this;
  [key: string]: unknown;
  new (name: string): Shape;
}

export const enum Colour {
  Red = 'red',
  Green = 'green',
}

@Injectable({ scope: 'x' })
@Other
export abstract class Circle<T> implements Shape<T & object> {
  static readonly count: number = 0;
  #secret?: string;
  declare other: string;
  @Input() label = '';

  constructor(
    private readonly radius: number,
    @Inject(STORE) public store?: Store,
  ) {}

  // Its area.
  @Memo()
  @Log({ level: 'debug' })
  area(scale = 1): number {
    return this.radius ** 2 * scale;
  }

  handle = async (event: Event): Promise<void> => {
    console.log(`event ${event.type} { class Hidden {} `);
  };

  get size(): number {
    return this.radius;
  }

  set size(value: number) {}

  find(id: number): T;
  find(name: string): T;
  find(key: unknown): T {
    const inner = (x: T): T => x;
    return inner(key as T);
  }

  protected abstract draw(): void;
  private *walk(): Generator<T> {}
  static async of<T>(this: new () => T): Promise<T> {
    return new this();
  }
}

export function get(key: string): string;
export function get(key: number): number;
/** The implementation. */
export function get(key: unknown): unknown {
  return table[key as string] satisfies unknown;
}

export default async function main<const T>(args: T[]): Promise<void> {
  const text = await readFile('x');
}

namespace Outer.Inner {
  export function deep() {}
  export const value = 1;
  export namespace More {
    class Hidden {}
  }
}

declare module 'other' {
  export function patched(): void;
  interface Options {
    verbose?: boolean;
  }
}

declare global {
  interface Window {
    shape: Shape;
  }
}

declare function ambient(n: number): void;

export const api = {
  open(this: void) {},
  close: async <T,>(x: T) => x,
};

abstract class Empty {}

export function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && !!value;
}

type Mapped<T> = { [K in keyof T as `get${Capitalize<K & string>}`]?: () => T[K] };

type Props = Base & {
  /** Its title. */
  title: string;
  onClose?: () => void;
};

interface Factory {
  (n: number): Shape;
  new (n: number): Shape;
  [key: string]: unknown;
}

class Kept {
  constructor(private readonly kept: number) {}
}
