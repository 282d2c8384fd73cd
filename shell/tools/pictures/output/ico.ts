interface IconImage {
  size: number;
  png: Buffer;
}

const headerLength = 6;
const entryLength = 16;

/** Packs PNGs into one .ico: a header, an entry of 16 bytes for each image, then the images. */
export function packIco(images: readonly IconImage[]): Buffer {
  const directory = Buffer.alloc(headerLength + entryLength * images.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(images.length, 4);
  let position = directory.length;
  for (const [index, { size, png }] of images.entries()) {
    const entry = headerLength + entryLength * index;
    directory.writeUInt8(size % 256, entry);
    directory.writeUInt8(size % 256, entry + 1);
    directory.writeUInt16LE(1, entry + 4);
    directory.writeUInt16LE(32, entry + 6);
    directory.writeUInt32LE(png.length, entry + 8);
    directory.writeUInt32LE(position, entry + 12);
    position += png.length;
  }
  return Buffer.concat([directory, ...images.map(({ png }) => png)]);
}
