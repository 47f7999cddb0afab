/** Bytes of an icon's header, and of each entry in its list. */
const headerBytes = 6;
const entryBytes = 16;

/**
 * A Windows icon of PNGs, one a size, which Windows takes since Vista. Sizes are in pixels, 256 at most; the list is
 * in their order.
 */
export function icoOf(
  images: readonly { readonly size: number; readonly png: Uint8Array }[],
): Buffer {
  const header = Buffer.alloc(headerBytes + entryBytes * images.length);
  header.writeUInt16LE(1, 2); // an icon, not a cursor
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  images.forEach(({ size, png }, index) => {
    const entry = headerBytes + entryBytes * index;
    // One byte each, in which 0 means 256.
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4); // colour planes
    header.writeUInt16LE(32, entry + 6); // bits a pixel
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}
