import { chakra } from '@chakra-ui/react';
import { useFormContext, useFormState } from 'react-hook-form';
import { errorSummaryRecipe } from '../theme/recipes/field.ts';
import { List } from '../ui/list.ts';
import { type FieldMessage, listMessages } from './form-errors.ts';
import { controlId, summaryThreshold, useFormScope } from './form-scope.ts';

const Box = chakra('div', errorSummaryRecipe);

/**
 * Errors of the whole form: links to the invalid fields if there are three or more, or the server's message. The error of a
 * field is only shown beside the field.
 */
export function FormErrorSummary() {
  const { control, setFocus } = useFormContext();
  const { errors, submitCount } = useFormState({ control });
  const { id: scopeId, labels } = useFormScope();
  const messages = submitCount > 0 ? listMessages(errors) : [];
  const refused = errors.root?.server?.message;

  if (refused) {
    return (
      <Box role="alert">
        <p data-part="title">{refused}</p>
        <p>Nothing you typed is lost. Please send it again.</p>
      </Box>
    );
  }
  if (messages.length < summaryThreshold) return null;
  return (
    <Box role="group" tabIndex={-1} data-form-summary="" aria-labelledby={`${scopeId}-summary`}>
      <p id={`${scopeId}-summary`} data-part="title">
        {messages.length} fields need your attention
      </p>
      <List>
        {messages.map(({ name, message }: FieldMessage) => (
          <li key={name}>
            <a
              href={`#${controlId(scopeId, name)}`}
              onClick={(event) => {
                event.preventDefault();
                setFocus(name);
              }}
            >
              {labels.get(controlId(scopeId, name)) ?? message}
            </a>
          </li>
        ))}
      </List>
    </Box>
  );
}
