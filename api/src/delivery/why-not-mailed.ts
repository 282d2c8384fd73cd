import { DeliveryError, type Fault } from './delivery-error.ts';

/** What nodemailer says of a mail that was not sent, as whose fault it was. */
export function whyNotMailed(error: unknown, hadBegun: boolean): DeliveryError {
  const said: SmtpError = error instanceof Error ? error : new Error(String(error));
  return new DeliveryError(said.message, faultOf(said, hadBegun));
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** The codes of what is about one mail: its sender, recipient or content. All others are about the connection. */
const aboutTheMail = ['EENVELOPE', 'EMESSAGE'];

function faultOf({ code = '', command, responseCode = 0 }: SmtpError, hadBegun: boolean): Fault {
  if (!aboutTheMail.includes(code)) return hadBegun ? 'unclear' : 'away';
  if (responseCode === 0) return 'impossible'; // Nodemailer's own refusal: too large, or no address at all.
  if (responseCode === 421) return 'away';
  // Every mail has the same sender; only the size is this one's own.
  if (command === 'MAIL FROM' && responseCode !== 552) return 'away';
  if (responseCode === 503) return 'unclear'; // The session had lost its order; a new one may do.
  return responseCode >= 500 ? 'impossible' : 'refused';
}
