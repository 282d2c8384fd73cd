// For `node --import`: shifts the clock of this process by CLOCK_SHIFT milliseconds.

const shift = Number(process.env.CLOCK_SHIFT ?? 0);
const RightDate = Date;

globalThis.Date = class extends RightDate {
  constructor(...values) {
    super(...(values.length === 0 ? [RightDate.now() + shift] : values));
  }

  static now() {
    return RightDate.now() + shift;
  }
};
