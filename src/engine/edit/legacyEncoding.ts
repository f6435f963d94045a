/** Writes text in the encodings from before Unicode: the platform can only read them, so what it reads is turned round. */
import { decodeSingleByte } from './singleByte';

export interface LegacyEncoding {
  /** As a person knows it: `windows-1252`, `shift_jis`. */
  readonly label: string;
  /** Undefined where the bytes don't come back exactly as they are. */
  decode(bytes: Uint8Array): string | undefined;
  /** The bytes, or the first character the encoding doesn't have. */
  encode(text: string): Uint8Array | { readonly missing: string };
}

/** What the editor calls an encoding, where the platform's name for it is another. */
const LABELS: Readonly<Record<string, string>> = {
  macroman: 'macintosh', cp866: 'ibm866', koi8ru: 'koi8-u', koi8r: 'koi8-r', koi8u: 'koi8-u', gb2312: 'gbk', cp950: 'big5', big5hkscs: 'big5', shiftjis: 'shift_jis', eucjp: 'euc-jp', euckr: 'euc-kr',
};
/** The platform reads these as their Windows cousins, which put letters where these have control characters. */
const PURE = new Set(['iso88591', 'iso88599', 'iso885911']);
/** Doubles that the encoding's own programs never write. */
const SECOND_CHOICE: Readonly<Record<string, (lead: number, trail: number) => boolean>> = {
  shift_jis: (lead) => lead === 0xed || lead === 0xee,
  big5: (lead, trail) => lead < 0xa1 || (lead === 0xa2 && [0xa4, 0xa5, 0xa6, 0xa7, 0xcc, 0xce].includes(trail)),
};

/** By the editor's name of the encoding (`windows1252`, `shiftjis`); undefined where it is Unicode or can't be read here. */
export function legacyEncoding(name: string): LegacyEncoding | undefined {
  const id = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (id.startsWith('utf') || id === '') return undefined;
  const label = LABELS[id] ?? id.replace(/^windows(\d)/, 'windows-$1').replace(/^iso8859(\d)/, 'iso-8859-$1');
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const pure = PURE.has(id);
  // Some runtimes read windows-1252 as ISO-8859-1.
  const read = (bytes: Uint8Array): string => (pure ? controls(decoder, bytes) : label === 'windows-1252' ? decodeSingleByte(bytes) : decoder.decode(bytes));
  let table: Map<string, readonly number[]> | undefined;
  const encode: LegacyEncoding['encode'] = (text) => {
    const known = (table ??= tableOf(read, label));
    const bytes: number[] = [];
    for (const character of text) {
      const code = known.get(character) ?? (label === 'gb18030' ? beyondBasic(character) : undefined);
      if (code === undefined) return { missing: character };
      bytes.push(...code);
    }
    return Uint8Array.from(bytes);
  };
  return {
    label: pure ? id.replace(/^iso8859/, 'iso-8859-') : label,
    encode,
    decode: (bytes) => {
      const text = read(bytes);
      const again = text.includes('\ufffd') ? undefined : encode(text);
      return again instanceof Uint8Array && again.length === bytes.length && again.every((byte, index) => byte === bytes[index]) ? text : undefined;
    },
  };
}

/** 0x80 to 0x9F stand for themselves. */
function controls(decoder: TextDecoder, bytes: Uint8Array): string {
  return [...bytes].map((byte) => (byte >= 0x80 && byte < 0xa0 ? String.fromCharCode(byte) : decoder.decode(Uint8Array.of(byte)))).join('');
}

/** Every character with its bytes, shortest and first choice first. */
function tableOf(read: (bytes: Uint8Array) => string, label: string): Map<string, readonly number[]> {
  const table = new Map<string, readonly number[]>();
  const high = range(0x80, 0xff);
  add(table, read, range(0, 0xff).filter((byte) => byte !== 0x80 || label !== 'gb18030').map((byte) => [byte]));
  if (table.size > 200) return table;
  // Behind it only the half-wide katakana are real.
  const last = (lead: number): number => (label === 'euc-jp' && lead === 0x8e ? 0xdf : 0xff);
  const late = SECOND_CHOICE[label] ?? (() => false);
  for (const wanted of [false, true]) {
    for (const lead of high) add(table, read, range(0x30, last(lead)).filter((trail) => late(lead, trail) === wanted).map((trail) => [lead, trail]));
  }
  if (label === 'euc-jp') for (const lead of range(0xa1, 0xfe)) add(table, read, range(0xa1, 0xfe).map((trail) => [0x8f, lead, trail]));
  if (label === 'gb18030') for (const a of range(0x81, 0x84)) for (const b of range(0x30, 0x39)) add(table, read, range(0x81, 0xfe).flatMap((c) => range(0x30, 0x39).map((d) => [a, b, c, d])));
  return table;
}

/** A line feed parts the codes: it is never a part of one, so one reading tells of all. */
function add(table: Map<string, readonly number[]>, read: (bytes: Uint8Array) => string, codes: readonly (readonly number[])[]): void {
  const pieces = read(Uint8Array.from(codes.flatMap((code) => [...code, 0x0a]))).split('\n');
  // The line feed itself.
  if (pieces.length !== codes.length + 1) pieces.splice(0x0a, 2, '\n');
  for (const [index, code] of codes.entries()) {
    const piece = pieces[index] ?? '';
    const [character] = piece;
    if (character !== undefined && character === piece && character !== '\ufffd' && !table.has(character)) table.set(character, code);
  }
}

/** GB 18030 counts on where its tables end. */
function beyondBasic(character: string): readonly number[] | undefined {
  const index = (character.codePointAt(0) ?? 0) - 0x10000;
  if (index < 0) return undefined;
  return [0x90 + Math.floor(index / 12600), 0x30 + (Math.floor(index / 1260) % 10), 0x81 + (Math.floor(index / 10) % 126), 0x30 + (index % 10)];
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
