import { once } from 'node:events';
import { createInflate, crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createServices } from '#services/services.ts';

describe('a scenario of the image service', () => {
  it('sends half a megabyte that unpacks to 3.6 gigapixels: image-bomb', async () => {
    const { picture } = createServices({ scenarios: { picture: [{ name: 'image-bomb' }] } });
    const answer = await picture.fetch(new Request('http://pictures.test/image/2026-11-20/hd.jpg'));
    const file = Buffer.from(await answer.arrayBuffer());
    expect(file.length).toBeLessThan(500_000);
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([60_000, 60_000]);
    const from = file.indexOf('IDAT') + 4;
    const data = file.subarray(from, from + file.readUInt32BE(from - 8));
    expect(file.readUInt32BE(from + data.length)).toBe(crc32(data, crc32('IDAT')));
    const inflate = createInflate({ chunkSize: 2 ** 20 });
    let length = 0;
    inflate.on('data', (piece: Buffer) => (length += piece.length));
    // `inflate` ends without an error only if the checksum of the unpacked bytes is correct.
    const ended = once(inflate, 'end');
    inflate.end(data);
    await ended;
    expect(length).toBe(60_000 * 7501);
  });
});
