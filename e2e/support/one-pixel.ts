const base64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A complete PNG for a file field, with the given name. */
export function onePixel(name: string) {
  return { name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}
