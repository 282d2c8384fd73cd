import { createContext, useContext } from 'react';
import type { StaffSession } from './staff-session.ts';

/** The session of the person who gets a page. Its components read the role and the CSRF token here. */
export const SessionContext = createContext<StaffSession | null>(null);

export function useSession(): StaffSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This part of a staff page needs a session.');
  return session;
}
