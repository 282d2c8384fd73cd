/** Whom a form is from and what about, for people who look through many of them. */
export interface Person {
  name: string;
  phone: string;
  email: string;
  about: string;
}

/** The fields of a form with the names of their groups before them: `certificates.jornayaLeadId`. */
export function flatten(payload: Record<string, unknown>, parent = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]): [string, unknown][] => {
      const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isGroup ? Object.entries(flatten({ ...value }, `${parent}${name}.`)) : [[parent + name, value]];
    }),
  );
}

/** Each kind of form calls its fields by other names; what it lacks is empty. */
export function personOf(payload: Record<string, unknown>): Person {
  const fields = flatten(payload);
  const first = (...names: string[]) => String(names.map((name) => fields[name]).find((value) => value) ?? '');
  return {
    name: first('name', 'fullName', 'clientName', 'fields.name', 'fields.fullName'),
    phone: first('phone', 'fields.phone'),
    email: first('email', 'clientEmail', 'fields.email'),
    about: first('location', 'cityState', 'subject', 'businessName', 'about', 'form'),
  };
}
