/** A dialect of style sheets, as Less is one: `@name: value;` once, and its uses. */
module.exports = function measures(text) {
  const values = new Map([...text.matchAll(/^@([a-z]+): (.+);$/gm)].map(([, name, value]) => [name, value]));
  return text.replace(/^@.+;$/gm, '').replace(/@([a-z]+)/g, (_use, name) => values.get(name));
};
