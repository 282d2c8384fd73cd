import { leadKind } from 'kit/contracts/lead-payload';
import { dtoOf } from '../validation/form-dto.ts';

export class LeadCertificatesDto extends dtoOf(leadKind.fields.certificates.fields) {}

export class LeadDto extends dtoOf(leadKind.fields, { certificates: LeadCertificatesDto }) {}
