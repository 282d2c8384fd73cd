import { fileTextIcon, imageIcon, xIcon } from 'kit/icons';
import { Icon } from 'kit/ui';
import { useEffect, useState } from 'react';
import { uploadWords } from '../../../content/labels.ts';

interface ChosenFileProps {
  file: File;
  onRemove: () => void;
}

/** One chosen file: a preview if the browser can show one, its name, and a remove button. */
export function ChosenFile({ file, onRemove }: ChosenFileProps) {
  const preview = usePreview(file);
  const [broken, setBroken] = useState(false);
  const icon = file.type.startsWith('image/') ? imageIcon : fileTextIcon;
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
        <Icon shape={xIcon} size={20} />
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
