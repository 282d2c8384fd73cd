import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import {
  type OfficeAct,
  type OfficeRequest,
  type OfficeRole,
  officeHeader,
  officePath,
  officeRequestSchema,
  officeRoles,
  type RequestOf,
} from 'kit/contracts/office';
import { CommandError } from 'kit/server/command-error';
import { openAssertion } from 'kit/server/staff-assertion';
import type * as z from 'zod/mini';
import { Database } from '../database/database.ts';
import { exportCsv, exportWorkbook } from '../office/export-submissions.ts';
import { addKey, addPartner, partnersWithKeys, revokeKey } from '../office/partner-commands.ts';
import { releaseFromQuarantine, resend, returnLead } from '../office/submission-commands.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { type Actor, listAudit, writeAudit } from './audit.ts';
import { changeForm, changeForms, undoLast } from './change-forms.ts';
import { eraseSpam } from './erase-forms.ts';
import { idsOfList, listForms } from './list-forms.ts';
import { lookAtForm } from './look-at-form.ts';
import { erasePerson, exportPerson, lookUpPerson } from './person.ts';
import { kindOfSearch } from './search-query.ts';

/** The lowest role that may do an act. */
const minRole = (act: OfficeAct): OfficeRole => (act === 'audit' ? 'operate' : 'office');

/**
 * Serves the staff pages of shell servers. They connect directly, so a request that a proxy forwarded gets 404. Each act is
 * done on behalf of a person and written to the audit log.
 */
@ApiExcludeController()
@SkipThrottle()
@Controller(officePath.slice(1))
export class OfficeController {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @HttpCode(200)
  async answer(@Body() body: { sealed?: unknown }, @Req() request: Request, @Res() response: Response): Promise<void> {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    if (isForwarded || this.settings.officeKey === undefined) {
      throw new ProblemError(404, `There is nothing at POST ${officePath}.`);
    }
    response.setHeader(officeHeader, 'open');
    response.setHeader('Cache-Control', 'no-store');
    const answer = await this.act(body.sealed);
    if (!(Symbol.asyncIterator in answer)) {
      response.json(answer);
      return;
    }
    // An export, which may not fit into memory.
    response.setHeader('Content-Type', 'application/octet-stream');
    // An export reads everything before its first line. Without early headers the shell server's request would time out.
    response.flushHeaders();
    // The client may disconnect during the answer.
    await pipeline(answer as AsyncIterable<string | Uint8Array>, response).catch(() => response.destroy());
  }

  /** @throws ProblemError with a message for the page */
  private async act(sealed: unknown): Promise<object> {
    const { actor, request } = this.open(sealed);
    try {
      return await this.answers[request.act](request as never, actor); // The act determines the type of the request.
    } catch (error) {
      throw toProblem(error);
    }
  }

  private open(sealed: unknown): { actor: Actor; request: OfficeRequest } {
    const { officeKey } = this.settings;
    const opened = officeKey ? openAssertion(officeKey, typeof sealed === 'string' ? sealed : '') : 'forged';
    if (opened === 'forged') {
      throw new ProblemError(
        401,
        'The API cannot verify requests of this shell server: set the same OFFICE_KEY for both, then restart them.',
      );
    }
    if (opened === 'late') {
      throw new ProblemError(401, 'The clocks of API and shell server differ by minutes: synchronise both.');
    }
    const role = officeRoles.find((known) => known === opened.role);
    const request = officeRequestSchema.safeParse(opened.request);
    if (!request.success) throw new ProblemError(400, describeIssue(request.error.issues[0]));
    const { act } = request.data;
    if (role === undefined || officeRoles.indexOf(role) < officeRoles.indexOf(minRole(act))) {
      throw new ProblemError(403, `${opened.by} may not do that.`);
    }
    return { actor: { by: opened.by, role }, request: request.data };
  }

  private readonly answers: {
    [Act in OfficeAct]: (request: RequestOf<Act>, actor: Actor) => Promise<object>;
  } = {
    list: async ({ act, search, after, ...wanted }, actor) => {
      const answer = await listForms(this.database, { ...wanted, search, after });
      const [first, last] = [answer.forms.at(0)?.reference, answer.forms.at(-1)?.reference];
      const shown = first === undefined ? {} : { shown: `${first} to ${last}` };
      await writeAudit(this.database, actor, {
        act,
        details: { ...wanted, ...searched(search), forms: answer.forms.length, ...shown },
      });
      return answer;
    },
    look: async ({ act, reference }, actor) => {
      const answer = await lookAtForm(this.database, reference);
      await writeAudit(this.database, actor, { act, reference });
      return answer;
    },
    save: async ({ reference, version, state, assignee, remindOn, note: words }, actor) => {
      const work = { state, assignee, remindOn, note: words };
      await changeForm(this.database, { forms: [{ reference, version }], ...work }, actor);
      return { said: 'Saved.' };
    },
    change: ({ act: _, ...changes }, actor) => changeForms(this.database, { ...changes, note: '' }, actor),
    undo: ({ reference }, actor) => undoLast(this.database, reference, actor),
    resend: async ({ act, reference, channel }, actor) => {
      await resend(this.database, reference, channel);
      await writeAudit(this.database, actor, { act, reference, details: { channel } });
      return { said: `${reference} is on its way again.` };
    },
    release: async ({ act, reference }, actor) => {
      await releaseFromQuarantine(this.database, reference, actor.by);
      await writeAudit(this.database, actor, { act, reference });
      return { said: `${reference} is released: it is delivered like any other.` };
    },
    spam: ({ forms }, actor) => eraseSpam(this.database, forms, actor, this.settings.dataDir),
    return: async ({ act, reference, reason }, actor) => {
      await returnLead(this.database, reference, reason.trim(), actor.by);
      await writeAudit(this.database, actor, { act, reference });
      return { said: `${reference} is returned.` };
    },
    person: ({ act, who }, actor) => lookUpPerson(this.database, who, actor, act),
    'export-person': async ({ act, who }, actor) => {
      await lookUpPerson(this.database, who, actor, act);
      return exportPerson(this.database, who);
    },
    'erase-person': (request, actor) => erasePerson(this.database, request, actor, this.settings.dataDir),
    export: async ({ act, search, format, ...wanted }, actor) => {
      const ids = await idsOfList(this.database, { ...wanted, search }, format);
      await writeAudit(this.database, actor, { act, details: { ...wanted, ...searched(search), forms: ids.length } });
      if (format === 'xlsx') return Readable.from([await exportWorkbook(this.database, { ids })]);
      return exportCsv(this.database, { ids });
    },
    audit: async ({ act, after }, actor) => {
      const answer = await listAudit(this.database, { before: after });
      await writeAudit(this.database, actor, { act });
      return answer;
    },
    partners: async ({ act }, actor) => {
      await writeAudit(this.database, actor, { act });
      return partnersWithKeys(this.database);
    },
    'partner-add': async ({ act, name }, actor) => {
      const keys = await addPartner(this.database, name, undefined, actor.by);
      await writeAudit(this.database, actor, { act, details: { name } });
      return { name, keys };
    },
    'partner-key': async ({ act, name, isTest }, actor) => {
      const keys = await addKey(this.database, name, isTest, actor.by);
      await writeAudit(this.database, actor, { act, details: { name, test: isTest } });
      return { name, keys };
    },
    'partner-revoke': async ({ act, key }, actor) => {
      const [revoked] = await revokeKey(this.database, key, actor.by);
      await writeAudit(this.database, actor, { act, details: { key } });
      return { said: `The key ${key} of ${revoked?.partner} is revoked: it is refused from now on.` };
    },
  };
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'too_big' && issue.origin === 'array') {
    return `Nothing was done: at most ${issue.maximum} forms can be changed at once.`;
  }
  return `Nothing was done: ${issue?.path.join('.')} is not right.`;
}

function searched(search: string): { search?: string } {
  return search.trim() === '' ? {} : { search: kindOfSearch(search) };
}

const statuses = { 1: 409, 2: 400, 3: 404 } as const;

function toProblem(error: unknown): unknown {
  if (error instanceof CommandError) return new ProblemError(statuses[error.exitCode], error.message);
  return error;
}
