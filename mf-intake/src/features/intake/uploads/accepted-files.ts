export type UploadKind = 'images' | 'documents';

/** The accept types of docs/specification.md#5. */
export const accept = { images: 'image/*', documents: '.pdf,.doc,.docx' } as const satisfies Record<UploadKind, string>;

/** Phones take pictures whose type some systems do not know. */
const imageName = /\.(avif|bmp|gif|heic|heif|jpe?g|png|svg|tiff?|webp)$/i;

/** The `accept` attribute enforces nothing: a file picker and a drop can provide any file. */
export function isAccepted(file: File, kind: UploadKind): boolean {
  if (kind === 'images') return file.type.startsWith('image/') || imageName.test(file.name);
  return accept.documents.split(',').some((ending) => file.name.toLowerCase().endsWith(ending));
}
