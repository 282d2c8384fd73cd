import { intakeLimits } from 'kit/contracts/exotic-car-intake';
import { uploadIcon } from 'kit/icons';
import { Icon, List } from 'kit/ui';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { uploadWords } from '../../../content/labels.ts';
import { accept, isAccepted, type UploadKind } from './accepted-files.ts';
import { ChosenFile } from './chosen-file.tsx';
import { UploadFrame } from './upload-frame.ts';
import { useUpload } from './uploads.ts';

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
        <Icon shape={uploadIcon} />
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
