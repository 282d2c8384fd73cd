import { intakeLimits } from 'kit/contracts/exotic-car-intake';
import { FileText, Image, Upload, X } from 'kit/icons';
import { chakra, Icon, List } from 'kit/ui';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { uploadWords } from '../../../content/labels.ts';
import { useUpload } from './uploads.ts';

/** Styles of an upload: the invisible native input covers a dashed box, so that both a click and a drop reach it. */
const UploadFrame = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    '& > label': { fontWeight: '600', lineHeight: '1.375' },
    '& [data-part=note]': { color: 'muted', fontSize: 'sm', lineHeight: '1.5' },
    '& [data-part=drop]': {
      position: 'relative',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '3',
      padding: '4',
      minHeight: '4.5rem',
      fontWeight: '600',
      background: 'surface',
      border: '1px dashed',
      borderColor: 'control',
      borderRadius: 'sm',
      transition: 'border-color 150ms ease-out',
      '&:hover': { borderColor: 'fg' },
      '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
    },
    '& [type=file]': {
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      opacity: '0',
      cursor: 'pointer',
      '&::file-selector-button': { cursor: 'pointer' },
    },
    // The region is always rendered, because screen readers only announce changes of an existing region.
    '& [data-part=refused]': { color: 'danger', fontSize: 'sm', fontWeight: '600', '&:empty': { marginTop: '-2' } },
    '& ul': {
      display: 'grid',
      gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' },
      columnGap: '6',
      marginTop: '1',
    },
    '& li': {
      display: 'grid',
      gridTemplateColumns: '4rem minmax(0, 1fr) auto',
      alignItems: 'center',
      columnGap: '3',
      paddingBlock: '2',
      borderBottom: '1px solid',
      borderColor: 'line',
    },
    '& [data-part=preview]': {
      display: 'grid',
      placeItems: 'center',
      width: '4rem',
      height: '3rem',
      color: 'muted',
      background: 'line',
      borderRadius: 'sm',
      overflow: 'hidden',
      '& img': { width: '100%', height: '100%', objectFit: 'cover' },
    },
    '& [data-part=name]': { fontSize: 'sm', overflowWrap: 'anywhere' },
    '& li button': {
      display: 'grid',
      placeItems: 'center',
      width: '2.75rem',
      height: '2.75rem',
      borderRadius: 'sm',
      '&:hover': { background: 'line' },
    },
    '@media print': { '& [data-part=note], & [data-part=drop]': { display: 'none' } },
  },
});

type UploadKind = 'images' | 'documents';

/** The accept types of docs/specification.md#5. */
const accept = { images: 'image/*', documents: '.pdf,.doc,.docx' } as const satisfies Record<UploadKind, string>;

/** Phones take pictures in formats for which some systems report no MIME type. */
const imageName = /\.(avif|bmp|gif|heic|heif|jpe?g|png|svg|tiff?|webp)$/i;

/** The `accept` attribute enforces nothing: a file picker and a drop can provide any file. */
export function isAccepted(file: File, kind: UploadKind): boolean {
  if (kind === 'images') return file.type.startsWith('image/') || imageName.test(file.name);
  return accept.documents.split(',').some((ending) => file.name.toLowerCase().endsWith(ending));
}

interface UploadFieldProps {
  name: string;
  label: string;
  kind: UploadKind;
  multiple?: boolean;
}

/** A file input that shows the chosen files. They are not part of the form's values. */
export function UploadField({ name, label, kind, multiple = false }: UploadFieldProps) {
  const { files, setFiles } = useUpload(name);
  const [refused, setRefused] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  function take(chosen: readonly File[]) {
    const wrong = chosen.filter((file) => !isAccepted(file, kind));
    const right = chosen.filter((file) => isAccepted(file, kind));
    setRefused(wrong.length > 0 ? uploadWords.refused[kind](wrong.map((file) => file.name).join(', ')) : '');
    if (right.length > 0) setFiles(multiple ? [...files, ...right].slice(0, intakeLimits.photos) : right.slice(0, 1));
  }

  function handleRemove(removed: File) {
    setFiles(files.filter((file) => file !== removed));
    if (!input.current) return;
    // Allows choosing the same file again, and gives the focus a place to go.
    input.current.value = '';
    input.current.focus();
  }

  useTakeEarlyFiles(input, take);
  return (
    <UploadFrame>
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-note`} data-part="note">
        {uploadWords.staysHere}
      </p>
      <div data-part="drop">
        <Icon shape={Upload} />
        <span>{uploadWords.choose[kind][multiple ? 'many' : 'one']}</span>
        <input
          ref={input}
          id={id}
          name={name}
          type="file"
          accept={accept[kind]}
          multiple={multiple}
          aria-describedby={`${id}-note ${id}-refused`}
          onChange={(event: ChangeEvent<HTMLInputElement>) => take([...(event.target.files ?? [])])}
        />
      </div>
      <p id={`${id}-refused`} role="status" data-part="refused">
        {refused}
      </p>
      {files.length > 0 && (
        <List>
          {files.map((file) => (
            <ChosenFile key={keyOf(file, files)} file={file} onRemove={() => handleRemove(file)} />
          ))}
        </List>
      )}
    </UploadFrame>
  );
}

/** Two photos may have the same name. */
function keyOf(file: File, files: readonly File[]): string {
  const twins = files.slice(0, files.indexOf(file)).filter(({ name }) => name === file.name);
  return `${file.name} ${twins.length}`;
}

/** Takes files that were chosen before the page's script loaded. */
function useTakeEarlyFiles(input: { current: HTMLInputElement | null }, take: (files: readonly File[]) => void) {
  const latest = useRef(take);
  useEffect(() => {
    const early = [...(input.current?.files ?? [])];
    if (early.length > 0) latest.current(early);
  }, [input]);
}

/** One chosen file: a preview if the browser can show one, its name, and a remove button. */
function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const preview = usePreview(file);
  const [broken, setBroken] = useState(false);
  const icon = file.type.startsWith('image/') ? Image : FileText;
  return (
    <li>
      <span data-part="preview">
        {preview && !broken ? (
          <img src={preview} alt="" decoding="async" onError={() => setBroken(true)} />
        ) : (
          <Icon shape={icon} />
        )}
      </span>
      <span data-part="name">{file.name}</span>
      <button type="button" aria-label={uploadWords.remove(file.name)} onClick={onRemove}>
        <Icon shape={X} size={20} />
      </button>
    </li>
  );
}

/** An object URL for an image, which never leaves the browser. */
function usePreview(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith('image/')) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
