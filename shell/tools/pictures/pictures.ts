import { renderScene, titled } from './scene.ts';
import { agentViews, homeViews } from './scenes/agent-views.ts';
import { homeLayers } from './scenes/home.ts';
import { industryHeroScenes } from './scenes/industry-heroes.ts';
import { industryStages } from './scenes/industry-stages.ts';
import { landingPages } from './scenes/landing-pages.ts';
import { horizonRealtyLogo } from './scenes/marks.ts';
import { portraits } from './scenes/portraits.ts';
import { productViews } from './scenes/product-views.ts';
import { exoticScenes } from './scenes/single.ts';

export interface Picture {
  /** Path below /attached_assets without its ending. */
  name: string;
  alt: string;
  source: string;
  /** Widths of the AVIF and WebP files; none where pages show the SVG alone. */
  widths: readonly number[];
  /** False for pictures with much lettering, which weigh more as SVG than as JPEG. */
  asSvg: boolean;
}

const serviceAlts: Record<keyof typeof productViews, string> = {
  'youtube-advertising': 'A video ad of a roofer with a button to book, and a chart of calls by town',
  'ppc-advertising': 'A search for roof repair with an ad first, and a list of the searches that were paid for',
  'social-media-advertising': 'A post of a roofer on a phone, and the short form that it opens',
  seo: 'A search for AC repair with a map and your company first, and the questions its pages answer',
  'web-design': 'A website in a browser, half wireframe and half finished, and the same page on a phone',
  'video-production': 'A film on an editing desk with its tracks, a shot list and a clapperboard',
  'custom-ai-agents': 'A voice agent beside the log of its night: booked, called back, put through',
};

const heroAlts: Record<keyof typeof industryHeroScenes, string> = {
  roofing: 'The beam of a lighthouse finds a storm-damaged roof, and the roofer who talks to its owner',
  legal: 'The beam of a lighthouse falls on a courthouse, and on a lawyer and a client in front of it',
  hvac: 'The beam of a lighthouse falls on a shop with a cooling unit on its roof, and on the technician in front of it',
  'junk-removal': 'A container full of old furniture in front of a house, and a hauler beside the truck',
  'real-estate': 'The beam of a lighthouse finds a house with a For sale sign, and the couple in front of it',
  solar: 'The sun shines on a roof full of solar panels, and on its owners',
  healthcare: 'The beam of a lighthouse falls on a clinic with a green cross, an ambulance and two patients',
  'debt-relief': 'Stacks of bills shrink to nothing, and the beam of a lighthouse falls on the couple at their end',
};

/** The heroes of another shape show the same thing. */
const stageAlts: Record<keyof typeof industryStages, string> = heroAlts;

const exoticAlts: Record<keyof typeof exoticScenes, string> = {
  fleet: 'Three exotic cars from the side in front of a skyline: a coupe, a roadster and a mid-engine car',
};

const landingAlts: Record<keyof typeof landingPages, string> = {
  'roof-storm-damage-assessment': 'Landing page for a roof storm damage assessment with a request form',
  'ac-repair-replacement': 'Landing page for AC repair and replacement with days and hours to book',
  'solar-savings-calculator': 'Landing page with a solar savings calculator: two sliders and falling bars',
};

const homeAlts: Record<keyof typeof homeLayers, string> = {
  night: 'A street at night, and a lighthouse above its roofs',
  light: 'The same street in the light of the lighthouse: a house, and two people in front of it',
};

const portraitAlts: Record<keyof typeof portraits, string> = {
  roofing: 'Dale Mercer, drawn in a hard hat before a roof',
  hvac: 'Owen Castle, drawn in a cap before a cooling unit',
  legal: 'Renata Solis, drawn in a blazer before a courthouse',
};

const agentAlts: Record<keyof typeof agentViews, string> = {
  portal: 'The page behind the code: talk to the agent, copy its public link, reach support',
  'client-call': 'A caller asks an agent about a house, and has a time to see it on Saturday',
  'three-agents': 'Three agents: a blank one, a personal one and one for a business',
};

const homeViewAlts: Record<keyof typeof homeViews, string> = {
  agenda:
    'Our first call: trade and towns, what a booked job is worth, what you spend today, your price per lead, when the first ads could run',
};

/** Full of lettering, which weighs several times more as outlines. */
const viewWidths = [480, 960];

type Drawn = Omit<Picture, 'name' | 'alt' | 'source'>;

function folder<Name extends string>(
  path: string,
  sources: Record<Name, string>,
  alts: Record<Name, string>,
  drawn: Drawn,
) {
  return (Object.keys(sources) as Name[]).map(
    (name): Picture => ({
      name: `${path}/${name}`,
      alt: alts[name],
      source: sources[name],
      ...drawn,
    }),
  );
}

function rendered<Name extends string>(scenes: Record<Name, Parameters<typeof renderScene>[0]>): Record<Name, string> {
  const entries = (Object.keys(scenes) as Name[]).map((name) => [name, renderScene(scenes[name])]);
  // Same keys in, same keys out.
  return Object.fromEntries(entries) as Record<Name, string>;
}

const vector = { widths: [], asSvg: true } as const;

/** Every picture of the site but the icons and the sharing picture. */
export function drawPictures(): Picture[] {
  return allPictures().map((picture) => ({ ...picture, source: titled(picture.source, picture.alt) }));
}

function allPictures(): Picture[] {
  return [
    ...folder('home', homeLayers, homeAlts, vector),
    ...folder('services', productViews, serviceAlts, { widths: viewWidths, asSvg: true }),
    ...folder('industries/heroes', rendered(industryHeroScenes), heroAlts, vector),
    ...folder('industries/stages', rendered(industryStages), stageAlts, vector),
    ...folder('exotics', rendered(exoticScenes), exoticAlts, vector),
    ...folder('landing-pages', landingPages, landingAlts, { widths: [400, 800], asSvg: false }),
    ...folder('clients', portraits, portraitAlts, vector),
    ...folder('agents', agentViews, agentAlts, { widths: viewWidths, asSvg: true }),
    ...folder('home', homeViews, homeViewAlts, vector),
    { name: 'demos/horizon-realty-team', alt: 'Horizon Realty Team', source: horizonRealtyLogo(), ...vector },
  ];
}
