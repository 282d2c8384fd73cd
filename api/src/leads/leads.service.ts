import { Injectable } from '@nestjs/common';
import { payloadOf } from 'kit/contracts/form-definition';
import type { Receipt } from 'kit/contracts/lead';
import { leadKind, servicesOf } from 'kit/contracts/lead-payload';
import { type Sender, SubmissionsService } from '../submissions/submissions.service.ts';
import { dtoOf, validationProblem } from '../validation/form-validation.ts';

export class LeadCertificatesDto extends dtoOf(leadKind.fields.certificates.fields) {}

export class LeadDto extends dtoOf(leadKind.fields, { certificates: LeadCertificatesDto }) {}

@Injectable()
export class LeadsService {
  constructor(private readonly submissions: SubmissionsService) {}

  /** @throws ProblemError 400 if the services do not belong to the industry */
  async create(lead: LeadDto, sender: Sender): Promise<Receipt> {
    checkServices(lead);
    const { isTest, industry, page } = lead;
    const payload = payloadOf(leadKind.fields, lead);
    return this.submissions.create({ kind: 'lead', payload, isTest, industry, page }, sender);
  }
}

function checkServices({ industry, services }: LeadDto): void {
  if (!industry) return;
  const allowed = servicesOf(industry);
  if (services.every((service) => allowed.includes(service))) return;
  const message = `Please select services of the industry ${industry}.`;
  throw validationProblem([{ field: 'services', message, allowed }]);
}
