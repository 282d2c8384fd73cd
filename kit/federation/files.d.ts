// The types of imported files other than scripts, for this repository. The repositories of squads have `src/files.d.ts`.

declare module '*.module.css' {
  const classes: Record<string, string>;
  export = classes;
}

declare module '*.css';

declare module '*.png' {
  const address: string;
  export = address;
}

declare module '*.svg' {
  const address: string;
  export = address;
}

declare module '*.vtt' {
  const address: string;
  export = address;
}

declare module '*.wav' {
  const address: string;
  export = address;
}

declare module '*.wasm' {
  const address: string;
  export = address;
}

declare module '*.less';

declare module '*.txt' {
  const text: string;
  export = text;
}
