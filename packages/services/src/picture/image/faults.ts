import { constants, deflateRawSync } from 'node:zlib';
import { z } from 'zod';
import {
  type ScenarioOccasion,
  type Scenario,
  scenarioWithSettings,
} from '#services/scenarios/definition.ts';
import {
  streamOf,
  truncateBody,
  waitOnOccasion,
  endBeforeLength,
} from '#services/scenarios/transform.ts';
import { pngChunk, signature } from './formats.ts';

const imagePathPattern = /^\/(image|dynamicimage|content\/dam|en\/image)\//;
/**
 * Matches the addresses of pictures in high resolution, on which `hdurl-html` acts: `hd` of v1, and the renditions of
 * the successor.
 */
const highResolutionPattern = /^\/(image\/[^/]+\/hd\.|dynamicimage\/)/;

const htmlPage =
  '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Moved</title></head>\n' +
  '<body><h1>This picture has moved</h1></body>\n</html>\n';
const svgDrawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">' +
  '<rect width="1280" height="720" fill="#0a0f24"/><script>document.title = "run";</script></svg>\n';

const answerOfType = (type: string, body: string | Buffer<ArrayBuffer>): Response =>
  new Response(body, { headers: { 'Content-Type': type } });

/** Whether an answer contains a picture or a part of a picture. An answer to HEAD has no body. */
const isPicture = ({ status, body }: Response): boolean =>
  (status === 200 || status === 206) && body !== null;

const sentShareSchema = z
  .number({ error: 'must be a number' })
  .min(0, { error: 'must be 0 to 1' })
  .lt(1, { error: 'must be below 1' })
  .default(0.5)
  .describe('The part of the file that comes.');

/** Faults of the picture files. */
export const imageFaults: Readonly<Record<string, Scenario<unknown>>> = {
  'hdurl-html': {
    summary: 'The high resolution is a page in HTML, with status 200',
    concerns: highResolutionPattern,
    instead: () => answerOfType('text/html; charset=utf-8', htmlPage),
  },
  huge: scenarioWithSettings(
    z.object({
      mebibytes: z.int().min(1).max(4096).default(24).describe('How large the file is at least.'),
    }),
    {
      summary: 'A valid picture in a file of over 20 MB',
      concerns: imagePathPattern,
      after: (answer, { settings }) =>
        isPicture(answer) && answer.status === 200
          ? padPicture(answer, settings.mebibytes)
          : answer,
    },
  ),
  truncated: scenarioWithSettings(z.object({ kept: sentShareSchema }), {
    summary: 'The file of a picture breaks off, and its length agrees with that',
    concerns: imagePathPattern,
    after: (answer, { settings }) =>
      isPicture(answer) ? truncateBody(answer, settings.kept) : answer,
  }),
  'wrong-length': scenarioWithSettings(z.object({ kept: sentShareSchema }), {
    summary: 'The length of a picture says more than what comes before the connection ends',
    concerns: imagePathPattern,
    after: (answer, { settings }) =>
      isPicture(answer) ? endBeforeLength(answer, settings.kept) : answer,
  }),
  'breaks-off': scenarioWithSettings(
    z.object({
      bytes: z.int().min(0).default(100_000).describe('How many bytes come of each answer.'),
    }),
    {
      summary: 'The connection ends within a picture, and the rest can be asked for (Range)',
      concerns: imagePathPattern,
      after: (answer, occasion) => (isPicture(answer) ? breakConnection(answer, occasion) : answer),
    },
  ),
  'not-an-image': {
    summary: 'Text that says that it is a PNG',
    concerns: imagePathPattern,
    instead: () =>
      answerOfType('image/png', 'This is text, whatever its Content-Type says.\n'.repeat(20)),
  },
  'image-bomb': {
    summary: 'A small, valid PNG of 60,000 × 60,000 pixels',
    concerns: imagePathPattern,
    instead: () => answerOfType('image/png', imageBomb()),
  },
  svg: scenarioWithSettings(
    z.object({
      type: z
        .enum(['image/svg+xml', 'image/png'])
        .default('image/svg+xml')
        .describe('What it says that it is.'),
    }),
    {
      summary: 'An SVG with a script in it',
      concerns: imagePathPattern,
      instead: ({ settings }) => answerOfType(settings.type, svgDrawing),
    },
  ),
};

const mebibyte = 2 ** 20;

/** The time in seconds in which the client reads the first part, before the connection ends. */
const secondsBeforeEnd = 0.3;

/**
 * Sends the first bytes and then ends the connection. The length and the tag stay those of the whole file, so that the
 * client can request the other bytes.
 */
async function breakConnection(
  answer: Response,
  occasion: ScenarioOccasion<{ readonly bytes: number }>,
): Promise<Response> {
  const { bytes } = occasion.settings;
  const file = new Uint8Array(await answer.arrayBuffer());
  if (file.length <= bytes) return new Response(file, answer);
  const headers = new Headers(answer.headers);
  // The connection must end: on a connection that stays open, the client would wait for the rest.
  headers.set('Connection', 'close');
  const { status } = answer;
  const pieces = async function* (): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    yield file.subarray(0, bytes);
    await waitOnOccasion(secondsBeforeEnd, occasion);
  };
  return new Response(streamOf(pieces()), { status, headers });
}

/** The same picture with padding that decoders skip. Only one mebibyte of the padding is in memory. */
async function padPicture(answer: Response, mebibytes: number): Promise<Response> {
  const file = Buffer.from(await answer.arrayBuffer());
  const { at, filling } = paddingOf(file);
  const pieces = function* (): Generator<Uint8Array<ArrayBuffer>> {
    yield file.subarray(0, at);
    for (let n = 0; n < mebibytes; n++) yield filling;
    yield file.subarray(at);
  };
  const headers = new Headers(answer.headers);
  headers.set('Content-Length', String(file.length + mebibytes * filling.length));
  // These headers belong to the picture without padding.
  for (const name of ['ETag', 'Last-Modified', 'Accept-Ranges']) headers.delete(name);
  return new Response(streamOf(pieces()), { headers });
}

/** The length of IEND, the last chunk of a PNG file, in bytes. */
const endBytes = 12;

/** The offset of the first scan of a JPEG file (SOS). */
function firstScanOffset(file: Buffer): number {
  let offset = 2;
  while (file.readUInt8(offset + 1) !== 0xda) offset += 2 + file.readUInt16BE(offset + 2);
  return offset;
}

/** A block of padding of at least one mebibyte, and the offset in the file at which it is inserted. */
function paddingOf(file: Buffer): {
  readonly at: number;
  readonly filling: Uint8Array<ArrayBuffer>;
} {
  if (file.readUInt16BE(0) === 0xff_d8) {
    // The padding consists of 64 KiB comments (COM) before the first scan, so that the frame's header stays near the
    // start.
    const segment = Buffer.alloc(2 + 0xff_ff);
    segment.set([0xff, 0xfe, 0xff, 0xff]);
    return {
      at: firstScanOffset(file),
      filling: new Uint8Array(Buffer.concat(Array<Buffer>(16).fill(segment))),
    };
  }
  if (file.toString('latin1', 0, 3) === 'GIF') {
    // The padding follows the end of the file, where decoders stop reading.
    return { at: file.length, filling: new Uint8Array(mebibyte) };
  }
  // The letters of the name mean: ancillary, private, safe to copy (PNG specification, 5.4).
  const padding = pngChunk('paDd', [new Uint8Array(mebibyte - 12)]);
  return { at: file.length - endBytes, filling: new Uint8Array(Buffer.concat(padding)) };
}

/**
 * The width and height in pixels. With one bit per pixel and one filter byte per row, the picture has 450 MB when
 * unpacked: 3.6 gigapixels.
 */
const bombSide = 60_000;
const unpackedBytes = bombSide * (1 + Math.ceil(bombSide / 8));
const blockBytes = 2 ** 20;
/** The header of RFC 1950: deflate, 32 KiB, no dictionary. */
const zlibHeader = Uint8Array.of(0x78, 0xda);

/** A valid PNG file of 60,000 × 60,000 black pixels, about 450 KB. */
function imageBomb(): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(bombSide, 0);
  header.writeUInt32BE(bombSide, 4);
  header.set([1, 0, 0, 0, 0], 8);
  // After a full flush, a block does not refer to earlier blocks, so that blocks can be repeated.
  const compressZeros = (length: number, finishFlush: number): Uint8Array =>
    deflateRawSync(Buffer.alloc(length), { level: 9, finishFlush });
  const block = compressZeros(blockBytes, constants.Z_FULL_FLUSH);
  const blocks = Math.floor(unpackedBytes / blockBytes);
  const data = [zlibHeader, ...Array.from({ length: blocks }, () => block)];
  data.push(
    compressZeros(unpackedBytes % blockBytes, constants.Z_FINISH),
    adlerOfZeros(unpackedBytes),
  );
  return Buffer.concat([
    signature,
    ...pngChunk('IHDR', [header]),
    ...pngChunk('IDAT', data),
    ...pngChunk('IEND', []),
  ]);
}

/**
 * The Adler-32 checksum (RFC 1950) of this number of zeros: the first sum stays 1, and the second sum counts the zeros.
 */
function adlerOfZeros(length: number): Uint8Array {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE(length % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  return checksum;
}
