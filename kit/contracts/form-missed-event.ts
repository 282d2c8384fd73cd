/**
 * On the document, when a form did not come, or takes long: the shell forgets what it knows of the failure, and asks again for
 * what is on its way.
 */
export const formMissedEvent = 'site:form-missed';
