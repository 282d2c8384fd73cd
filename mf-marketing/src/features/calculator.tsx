import { storeDraft } from 'kit/form-draft';
import { Button, chakra, Section } from 'kit/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { calculatorWords as words } from '../content/calculator.ts';
import type { CalculatorContent } from '../content/industry-content.ts';

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
    // The margin keeps the focus ring off the label.
    '& [type=range]': { width: '100%', height: '2.75rem', marginTop: '2', accentColor: 'var(--k-colors-action)' },
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
  const [cost, setCost] = useState(Number.NaN);
  const navigate = useNavigate();
  const visits = Math.round((leads * (won ? booked.percent : rate)) / 100);
  const jobs = won ? Math.round((visits * rate) / 100) : visits;
  const paid = won?.jobs ?? visit;
  const dollarsEach = readDollars(each);
  const dollarsALead = readDollars(cost);
  const earned = jobs * dollarsEach;
  const left = earned - leads * dollarsALead;

  function handleCarry() {
    const sold = won ? `${visits} ${visit}, ${jobs} ${won.jobs}` : `${visits} ${visit}`;
    const month = `about ${sold} at $${dollarsEach} each, ${inDollars(earned)} a month`;
    storeDraft('carried', { industry, message: `${leads} leads a month: ${month}.` });
    navigate('/consultation');
  }

  const basisOf = (basis: string) => (rate === start ? basis : words.yours);
  const rows: [result: string, basis: string][] = [
    [`${visits} ${visit}`, won ? booked.basis : basisOf(booked.basis)],
    ...(won ? [[`${jobs} ${won.jobs}`, basisOf(won.basis)] as [string, string]] : []),
    [`${inDollars(earned)} a month`, dollarsEach === worth.dollars ? worth.basis : words.yours],
    ...(dollarsALead > 0 ? [[`${inDollars(left)} left a month`, words.cost] as [string, string]] : []),
  ];
  return (
    <Section id="calculator" layout="split" title={words.title} lead={words.lead}>
      <Sheet>
        <Figure label="Leads a month" value={leads} onChange={setLeads} isRange />
        <Figure
          label={won ? words.rate(visit, won.jobs) : words.rate('leads', visit)}
          value={rate}
          onChange={setRate}
          isRange
        />
        <Figure label={words.worth(paid)} value={each} onChange={setEach} />
        <Figure label="What a lead costs you, in dollars (optional)" value={cost} onChange={setCost} />
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
            Continue with these figures
          </Button>
        </div>
      </Sheet>
    </Section>
  );
}

interface FigureProps {
  label: string;
  /** NaN while the field is empty. */
  value: number;
  onChange: (value: number) => void;
  /** A slider from 1 to 100 in place of a field for dollars. */
  isRange?: boolean;
}

function Figure({ label, value, onChange, isRange = false }: FigureProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // It may be changed before the scripts come.
  useEffect(() => {
    if (input.current) onChange(input.current.valueAsNumber);
  }, [onChange]);
  return (
    <div>
      <label htmlFor={id}>
        {label}
        {isRange && <output htmlFor={id}>{value}</output>}
      </label>
      <input
        ref={input}
        id={id}
        type={isRange ? 'range' : 'number'}
        min={isRange ? 1 : 0}
        max={isRange ? 100 : maxDollars}
        value={Number.isNaN(value) ? '' : value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  );
}

const readDollars = (typed: number) => Math.min(Math.max(typed || 0, 0), maxDollars);

const inDollars = (amount: number) => `${amount < 0 ? '-' : ''}$${Math.abs(amount).toLocaleString('en-US')}`;
