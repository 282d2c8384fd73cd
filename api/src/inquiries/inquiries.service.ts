import { Inject, Injectable } from '@nestjs/common';
import { inquiryKind } from 'kit/contracts/inquiry';
import type { Receipt } from 'kit/contracts/lead';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { type Sender, SubmissionsService } from '../submissions/submissions.service.ts';
import type { InquiryDto } from './inquiry.dto.ts';

export const formsAreLocal = 'This site does not take these forms (deliverLocalForms is off).';

@Injectable()
export class InquiriesService {
  constructor(
    private readonly submissions: SubmissionsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ProblemError 404 if the site does not deliver these forms */
  async create({ form, about, fields, isTest }: InquiryDto, sender: Sender): Promise<Receipt> {
    if (!this.settings.site.deliverLocalForms) {
      throw new ProblemError(404, formsAreLocal);
    }
    const payload = { form, about: about || null, fields: inOrder(form, fields) };
    return this.submissions.create({ kind: 'inquiry', payload, isTest }, sender);
  }
}

/** Orders the fields, so that equal forms are stored as equal text. */
function inOrder(form: InquiryDto['form'], fields: object): Record<string, unknown> {
  const given = new Map(Object.entries(fields));
  return Object.fromEntries(Object.keys(inquiryKind.forms[form].fields).map((name) => [name, given.get(name) ?? null]));
}
