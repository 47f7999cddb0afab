/**
 * The wire format of D-Bus, as far as a request to a portal needs it: little-endian, and the types y, b, u, s, o, g, v,
 * arrays, structs and dictionary entries. From the D-Bus Specification 0.43, "Type System" and "Message Protocol".
 */

/** A dictionary is an array of pairs, and the value of a variant stands for the variant. */
type BusValue = string | number | boolean | readonly BusValue[];

/** A variant, when it is written. */
export interface Variant {
  readonly type: string;
  readonly value: Writable;
}
type Writable = string | number | boolean | Variant | readonly Writable[];

export const messageTypes = { call: 1, answer: 2, error: 3, signal: 4 } as const;

/** By code; those that the app neither reads nor writes are left out. */
const headerFields = {
  path: { code: 1, type: 'o' },
  interface: { code: 2, type: 's' },
  member: { code: 3, type: 's' },
  errorName: { code: 4, type: 's' },
  replySerial: { code: 5, type: 'u' },
  destination: { code: 6, type: 's' },
  signature: { code: 8, type: 'g' },
} as const;

/** The longest message that is read, in bytes. Answers to a request for autostart have some hundred. */
const longestMessage = 64 * 1024;
/** Endianness, type, flags, version, length of the body, serial, length of the header fields. */
const fixedBytes = 16;
const littleEndian = 'l'.charCodeAt(0);
const protocolVersion = 1;
const headerType = 'a(yv)';

interface MethodCall {
  readonly serial: number;
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** The types of `body`. */
  readonly signature?: string;
  readonly body?: readonly Writable[];
}

export function encodeCall({ serial, signature = '', body = [], ...names }: MethodCall): Buffer {
  const fields = Object.entries({ ...names, ...(signature === '' ? {} : { signature }) }).map(
    ([name, value]) => {
      const { code, type } = headerFields[name as keyof typeof names | 'signature'];
      return [code, { type, value }];
    },
  );
  const content = new Writer();
  for (const [index, type] of typesOf(signature).entries()) content.write(type, body[index] ?? '');
  const header = new Writer();
  for (const byte of [littleEndian, messageTypes.call, 0, protocolVersion]) header.write('y', byte);
  header.write('u', content.bytes.length);
  header.write('u', serial);
  header.write(headerType, fields);
  header.align(8);
  return Buffer.from([...header.bytes, ...content.bytes]);
}

export interface Message {
  readonly type: number;
  readonly path: string | null;
  readonly interface: string | null;
  readonly member: string | null;
  readonly errorName: string | null;
  /** The serial of the call that is answered. */
  readonly replySerial: number | null;
  readonly body: readonly BusValue[];
}

/**
 * Reads the first message.
 *
 * @returns the message and what follows it; null when it is not there as a whole
 * @throws RangeError for bytes that are no message of this kind
 */
export function decodeMessage(received: Buffer): { message: Message; rest: Buffer } | null {
  if (received.length < fixedBytes) return null;
  if (received[0] !== littleEndian) throw new RangeError('a message that is not little-endian');
  const bodyLength = received.readUInt32LE(4);
  const bodyStart = padded(fixedBytes + received.readUInt32LE(12), 8);
  const end = bodyStart + bodyLength;
  if (end > longestMessage) throw new RangeError(`a message of ${end} bytes`);
  if (received.length < end) return null;
  const header = new Reader(received.subarray(0, bodyStart), 12).read(headerType);
  const fields = new Map(header as readonly (readonly [number, BusValue])[]);
  const text = (name: keyof typeof headerFields): string | null => {
    const value = fields.get(headerFields[name].code);
    return typeof value === 'string' ? value : null;
  };
  const replySerial = fields.get(headerFields.replySerial.code);
  const reader = new Reader(received.subarray(bodyStart, end), 0);
  const message: Message = {
    type: received.readUInt8(1),
    path: text('path'),
    interface: text('interface'),
    member: text('member'),
    errorName: text('errorName'),
    replySerial: typeof replySerial === 'number' ? replySerial : null,
    body: typesOf(text('signature') ?? '').map((type) => reader.read(type)),
  };
  return { message, rest: received.subarray(end) };
}

const closing: Readonly<Record<string, string>> = { '(': ')', '{': '}' };

/** The complete types of which the signature consists. */
function typesOf(signature: string): string[] {
  const types: string[] = [];
  for (let at = 0; at < signature.length;) {
    const type = firstType(signature.slice(at));
    types.push(type);
    at += type.length;
  }
  return types;
}

function firstType(signature: string): string {
  const first = signature.charAt(0);
  if (first === '') throw new RangeError('a signature that ends too soon');
  if (first === 'a') return `a${firstType(signature.slice(1))}`;
  const close = closing[first];
  if (close === undefined) return first;
  let end = 1;
  while (signature.charAt(end) !== close) end += firstType(signature.slice(end)).length;
  if (end === 1) throw new RangeError('a struct without members');
  return signature.slice(0, end + 1);
}

const padded = (length: number, alignment: number): number =>
  Math.ceil(length / alignment) * alignment;

/** The alignment of a type in bytes. */
function alignmentOf(type: string): number {
  switch (type.charAt(0)) {
    case 'y':
    case 'g':
    case 'v':
      return 1;
    case 'b':
    case 'u':
    case 's':
    case 'o':
    case 'a':
      return 4;
    case '(':
    case '{':
      return 8;
    default:
      throw new RangeError(`the type ${type}`);
  }
}

/** Reads values one after the other; alignment counts from the first byte. Throws RangeError beyond the end. */
class Reader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  read(type: string): BusValue {
    this.#at = padded(this.#at, alignmentOf(type));
    switch (type.charAt(0)) {
      case 'y':
        return this.#byte();
      case 'b':
        return this.#number() !== 0;
      case 'u':
        return this.#number();
      case 'g':
        return this.#text(this.#byte());
      case 'v':
        return this.#variant(typesOf(String(this.read('g'))));
      case 'a':
        return this.#array(type.slice(1));
      case '(':
      case '{':
        return typesOf(type.slice(1, -1)).map((member) => this.read(member));
      default:
        return this.#text(this.#number());
    }
  }

  #variant([type, ...others]: readonly string[]): BusValue {
    if (type === undefined || others.length > 0) throw new RangeError('a variant of many types');
    return this.read(type);
  }

  #array(element: string): BusValue[] {
    const length = this.#number();
    this.#at = padded(this.#at, alignmentOf(element));
    const end = this.#at + length;
    const values: BusValue[] = [];
    while (this.#at < end) values.push(this.read(element));
    return values;
  }

  #byte(): number {
    this.#at += 1;
    return this.#bytes.readUInt8(this.#at - 1);
  }

  #number(): number {
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }

  /** Text ends with a zero byte, which its length does not count. */
  #text(length: number): string {
    const start = this.#at;
    this.#at += length + 1;
    if (this.#at > this.#bytes.length) throw new RangeError('a text beyond the end of its message');
    return this.#bytes.toString('utf8', start, start + length);
  }
}

/** Writes values one after the other; alignment counts from the first byte. */
class Writer {
  readonly bytes: number[] = [];

  align(alignment: number): void {
    while (this.bytes.length % alignment !== 0) this.bytes.push(0);
  }

  write(type: string, value: Writable): void {
    this.align(alignmentOf(type));
    const kind = type.charAt(0);
    if (kind === 'y') this.bytes.push(Number(value));
    else if (kind === 'b' || kind === 'u') this.#number(Number(value));
    else if (kind === 'g') this.#text(value as string, (length) => this.bytes.push(length));
    else if (kind === 'v') this.#variant(value as Variant);
    else if (kind === 'a') this.#array(type.slice(1), value as readonly Writable[]);
    else if (kind === '(' || kind === '{')
      for (const [index, member] of typesOf(type.slice(1, -1)).entries())
        this.write(member, (value as readonly Writable[])[index] ?? '');
    else this.#text(value as string, (length) => this.#number(length));
  }

  #variant({ type, value }: Variant): void {
    this.write('g', type);
    this.write(type, value);
  }

  /** The length of an array counts neither itself nor the padding before its first element. */
  #array(element: string, values: readonly Writable[]): void {
    const lengthAt = this.bytes.length;
    this.#number(0);
    this.align(alignmentOf(element));
    const start = this.bytes.length;
    for (const value of values) this.write(element, value);
    this.bytes.splice(lengthAt, 4, ...bytesOf(this.bytes.length - start));
  }

  #number(value: number): void {
    this.bytes.push(...bytesOf(value));
  }

  #text(text: string, writeLength: (length: number) => void): void {
    const encoded = Buffer.from(text);
    writeLength(encoded.length);
    this.bytes.push(...encoded, 0);
  }
}

/** The four bytes of a number, the lowest first. */
function bytesOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
