/** Apart from the other words of the dialogs, which arrive with them. */
export const dialogNotLoaded = {
  title: 'This could not be opened',
  description: 'Please check your connection and try again.',
};
