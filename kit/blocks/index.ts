/** Blocks of longer pages, in an entry point of their own that only pages with one of them load. */
export { type Column, DataTable } from './data-table.tsx';
export { ProgressBar, type Stat, StatBand, type Step, Steps } from './figures.tsx';
export { type Feature, FeatureGrid, Points, Prose, ScrollReveal, Testimonial } from './texts.tsx';
