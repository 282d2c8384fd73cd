import { userInfo } from 'node:os';

/** The user of this process. Containers often run with a user id that has no name. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return process.env.USER || `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
