/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { isAccepted } from './upload-field.tsx';
import { withoutVehicle } from './uploads.ts';

const file = (name: string, type = '') => new File(['x'], name, { type });

describe('isAccepted', () => {
  it.each([
    ['images', 'front.png', 'image/png', true],
    ['images', 'IMG_1.HEIC', '', true],
    ['images', 'contract.pdf', 'application/pdf', false],
    ['documents', 'contract.PDF', 'application/pdf', true],
    ['documents', 'contract.doc', '', true],
    ['documents', 'contract.docx', '', true],
    ['documents', 'contract.pdf.exe', '', false],
    ['documents', 'front.png', 'image/png', false],
  ] as const)('as one of the %s, %s of type "%s": %p', (kind, name, type, expected) => {
    expect(isAccepted(file(name, type), kind)).toBe(expected);
  });
});

describe('withoutVehicle', () => {
  it('forgets the photos of the removed vehicle and moves those after it up', () => {
    const [a, b, c, logo] = ['a', 'b', 'c', 'logo'].map((name) => [file(name, 'image/png')]) as [
      File[],
      File[],
      File[],
      File[],
    ];
    const uploads = { 'vehicles.0.photos': a, 'vehicles.1.photos': b, 'vehicles.2.photos': c, logo };
    expect(withoutVehicle(uploads, 1)).toEqual({ 'vehicles.0.photos': a, 'vehicles.1.photos': c, logo });
  });
});
