import { Injectable } from '@nestjs/common';
import type { Receipt } from 'kit/contracts/lead';
import type { Sender } from '../submissions/sender.ts';
import { SubmissionsService } from '../submissions/submissions.service.ts';
import type { LeadCertificatesDto, LeadDto } from './lead.dto.ts';

@Injectable()
export class LeadsService {
  constructor(private readonly submissions: SubmissionsService) {}

  keep(lead: LeadDto, sender: Sender): Promise<Receipt> {
    const { name, company, phone, email, location, services, source, certificates, isTest } = lead;
    const partner = {
      ...(source ? { source } : {}),
      ...(certificates ? { certificates: presentCertificates(certificates) } : {}),
    };
    const payload = { name, company, phone, email, location, services, ...partner };
    return this.submissions.keep({ kind: 'lead', payload, isTest: isTest ?? false }, sender);
  }
}

function presentCertificates({ trustedFormCertUrl, jornayaLeadId }: LeadCertificatesDto) {
  return { trustedFormCertUrl: trustedFormCertUrl || null, jornayaLeadId: jornayaLeadId || null };
}
