/** Blocks of longer pages. They have a separate entry point, so that only pages that use one load it. */
export { type Column, DataTable } from './data-table.tsx';
export { ProgressBar, type Stat, StatBand, type Step, Steps } from './figures.tsx';
export { type Feature, FeatureGrid, Points, Prose, ScrollReveal, Testimonial } from './texts.tsx';
