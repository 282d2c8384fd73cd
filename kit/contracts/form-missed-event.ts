/** On the document, before a form that did not come is asked for again: the shell forgets what it knows of that failure. */
export const formMissedEvent = 'site:form-missed';
