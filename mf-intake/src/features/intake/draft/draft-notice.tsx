import { useFormContext } from 'kit/forms';
import { chakra, Text } from 'kit/ui';
import { useState, useSyncExternalStore } from 'react';
import { draftWords } from '../../../content/copy.ts';
import { useClearUploads } from '../uploads/uploads.ts';
import { blankValues, type WizardValues } from '../wizard-values.ts';
import { hasDraft, subscribeToDraft } from './draft-storage.ts';

const Notice = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    marginLeft: { md: 'auto' },
    '& button': {
      minHeight: '2.75rem',
      paddingInline: '2',
      color: 'link',
      fontSize: 'sm',
      fontWeight: '600',
      textDecoration: 'underline',
      textUnderlineOffset: '0.2em',
    },
  },
});

/** Shows that there is a draft. Clearing it empties the form and can be undone until something is typed. */
export function DraftNotice() {
  const saved = useSyncExternalStore(subscribeToDraft, hasDraft, () => false);
  const { getValues, reset } = useFormContext<WizardValues>();
  const clearUploads = useClearUploads();
  const [cleared, setCleared] = useState<{ values: WizardValues; putUploadsBack: () => void }>();

  function handleClear() {
    setCleared({ values: structuredClone(getValues()), putUploadsBack: clearUploads() });
    reset(blankValues);
  }

  function handleUndo() {
    if (!cleared) return;
    reset(cleared.values);
    cleared.putUploadsBack();
  }

  const gone = !saved && cleared !== undefined;
  return (
    <Notice>
      <Text as="span" size="sm" role="status">
        {saved && draftWords.saved}
        {gone && draftWords.cleared}
      </Text>
      {/* The same button for both actions, so that it keeps the focus. */}
      {(saved || gone) && (
        <button type="button" onClick={saved ? handleClear : handleUndo}>
          {saved ? draftWords.clear : draftWords.undo}
        </button>
      )}
    </Notice>
  );
}
