/**
 * The icons of Lucide as data for `<Icon shape={...} />`, without its components, which would add a second renderer to every
 * remote. They are not a shared module, so that each chunk only holds the icons that it names.
 */
export * from 'lucide';
