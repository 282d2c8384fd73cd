import { Button, chakra, Section } from 'kit/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { calculatorWords as words } from '../content/calculator.ts';
import type { CalculatorContent } from '../content/industry-content.ts';
import { storeTyped } from '../keep-typed.tsx';

/** The largest amount that is calculated with, in dollars; a larger one counts as this, a negative one as 0. */
const maxDollars = 1_000_000;

const Sheet = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '6',
    '& label': { display: 'block', fontWeight: '600' },
    '& label:has(> output)': { display: 'flex', justifyContent: 'space-between', alignItems: 'end', gap: '4' },
    '& label > output': { flexShrink: '0' },
    '& [type=range]': { width: '100%', height: '2.75rem', accentColor: 'var(--k-colors-action)' },
    '& [type=number]': {
      width: 'min(10rem, 100%)',
      minHeight: '2.75rem',
      marginTop: '1',
      paddingInline: '3',
      background: 'surface',
      border: '1px solid',
      borderColor: 'control',
      borderRadius: 'sm',
    },
    '& [data-part=amounts]': {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(14rem, 100%), 1fr))',
      alignItems: 'end',
      gap: '6',
    },
    '& [data-part=rows]': { fontVariantNumeric: 'tabular-nums', borderTop: '1px solid', borderColor: 'fg' },
    '& [data-part=rows] > div': {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(12rem, 100%), 1fr))',
      columnGap: '6',
      alignItems: 'baseline',
      paddingBlock: '3',
      borderBottom: '1px solid',
      borderColor: 'line',
    },
    '& div > output': { textStyle: 'h4' },
    '& div:last-child > output': { textStyle: 'h3' },
    '& output + span': { color: 'muted', fontSize: 'sm' },
  },
});

/**
 * Calculates what a number of leads brings in a month, with the source of each figure. The result is carried over to the
 * consultation form.
 */
export function Calculator({ content }: { content: CalculatorContent }) {
  const { industry, booked, visit, won, worth } = content;
  const [leads, setLeads] = useState(content.leads);
  // The visitor's own rate is that of the last step, at which money is made.
  const start = won?.percent ?? booked.percent;
  const [rate, setRate] = useState<number>(start);
  const [each, setEach] = useState<number>(worth.dollars);
  const [cost, setCost] = useState(0);
  const slider = useRef<HTMLInputElement>(null);
  const rateSlider = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const costField = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const id = useId();
  // Each may be changed before the scripts come.
  useEffect(() => {
    if (slider.current) setLeads(slider.current.valueAsNumber);
    if (rateSlider.current) setRate(rateSlider.current.valueAsNumber);
    if (field.current) setEach(field.current.valueAsNumber);
    if (costField.current) setCost(costField.current.valueAsNumber);
  }, []);
  const visits = Math.round((leads * (won ? booked.percent : rate)) / 100);
  const jobs = won ? Math.round((visits * rate) / 100) : visits;
  const paid = won?.jobs ?? visit;
  const dollarsEach = readDollars(each);
  const dollarsALead = readDollars(cost);
  const earned = jobs * dollarsEach;
  const left = earned - leads * dollarsALead;

  function handleCarry() {
    const sold = won ? `${visits} ${visit}, ${jobs} ${won.jobs}` : `${visits} ${visit}`;
    const month = `about ${sold} at $${dollarsEach} each, ${inDollars(earned)} ${words.month}`;
    const after = dollarsALead > 0 ? `; ${inDollars(left)} after ${inDollars(dollarsALead)} a lead` : '';
    storeTyped('consultation', { industry, message: `${leads} leads a month: ${month}${after}.` });
    navigate('/consultation');
  }

  const basisOf = (basis: string) => (rate === start ? basis : words.yourRate);
  const rows: [result: string, basis: string][] = [
    [`${visits} ${visit}`, won ? booked.basis : basisOf(booked.basis)],
    ...(won ? [[`${jobs} ${won.jobs}`, basisOf(won.basis)] as [string, string]] : []),
    [`${inDollars(earned)} ${words.month}`, dollarsEach === worth.dollars ? worth.basis : words.yourWorth],
    ...(dollarsALead > 0 ? [[`${inDollars(left)} ${words.left}`, words.cost(leads)] as [string, string]] : []),
  ];
  return (
    <Section id="calculator" layout="split" title={words.title} lead={words.lead}>
      <Sheet>
        <div>
          <label htmlFor={`${id}-leads`}>
            {words.leads}
            <output htmlFor={`${id}-leads`}>{leads}</output>
          </label>
          <input
            ref={slider}
            id={`${id}-leads`}
            type="range"
            min={1}
            max={100}
            value={leads}
            onChange={({ target }) => setLeads(target.valueAsNumber)}
          />
        </div>
        <div>
          <label htmlFor={`${id}-rate`}>
            {won ? words.rate(visit, won.jobs) : words.rate('leads', visit)}
            <output htmlFor={`${id}-rate`}>{rate}</output>
          </label>
          <input
            ref={rateSlider}
            id={`${id}-rate`}
            type="range"
            min={1}
            max={100}
            value={rate}
            onChange={({ target }) => setRate(target.valueAsNumber)}
          />
        </div>
        <div data-part="amounts">
          <div>
            <label htmlFor={`${id}-each`}>{words.worth(paid)}</label>
            <input
              ref={field}
              id={`${id}-each`}
              type="number"
              inputMode="numeric"
              min={0}
              max={maxDollars}
              value={Number.isNaN(each) ? '' : each}
              onChange={({ target }) => setEach(target.valueAsNumber)}
            />
          </div>
          <div>
            <label htmlFor={`${id}-cost`}>{words.leadCost}</label>
            <input
              ref={costField}
              id={`${id}-cost`}
              type="number"
              inputMode="numeric"
              min={0}
              max={maxDollars}
              value={cost || ''}
              onChange={({ target }) => setCost(target.valueAsNumber)}
            />
          </div>
        </div>
        <div data-part="rows" aria-live="polite">
          {rows.map(([result, basis]) => (
            <div key={result}>
              <output>{result}</output>
              <span>{basis}</span>
            </div>
          ))}
        </div>
        <div>
          <Button variant="outline" width={{ base: '100%', sm: 'auto' }} onClick={handleCarry}>
            {words.carry}
          </Button>
        </div>
      </Sheet>
    </Section>
  );
}

const readDollars = (typed: number) => Math.min(Math.max(typed || 0, 0), maxDollars);

const inDollars = (amount: number) => `${amount < 0 ? '-' : ''}$${Math.abs(amount).toLocaleString('en-US')}`;
