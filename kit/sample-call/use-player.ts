import { useSite } from 'kit/site';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** A sample call with an AI agent, as data. */
export interface SampleCallScript {
  /** The name in "Play the ... call". */
  trade: string;
  /** Such as `11:48 PM, office closed`. */
  when: string;
  lines: readonly { speaker: 'Agent' | 'Caller'; text: string }[];
  result: string;
}

const speeds = [1, 1.25, 1.5] as const;

/** The call that is playing; another one that starts stops it. */
let speaking: symbol | undefined;

/** Finds the local English voices. A remote voice would be fetched and would reveal the visit to its server. */
function findVoices(): SpeechSynthesisVoice[] {
  if (!('speechSynthesis' in window)) return [];
  return speechSynthesis.getVoices().filter(({ lang, localService }) => localService && lang.startsWith('en'));
}

/** Plays a call as a recording, in the browser's voices, or as the animation of its transcript. */
export function usePlayer({ trade, lines }: SampleCallScript, element: RefObject<HTMLDetailsElement | null>) {
  const recording = useSite().calls?.[trade.toLowerCase().replace(' ', '-')];
  const [state, setState] = useState<'playing' | 'paused' | 'over'>('playing');
  const [line, setLine] = useState(0);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(speeds[0]);
  const [isHeard, setHeard] = useState(false);
  const [me] = useState(Symbol);
  const sound = useRef<HTMLAudioElement>(null);

  // Some browsers load their voices only after the first request.
  useEffect(() => void findVoices(), []);
  const leave = useEffectEvent(() => silence());
  useEffect(() => () => leave(), []);

  function silence() {
    sound.current?.pause();
    if (speaking !== me) return;
    speaking = undefined;
    speechSynthesis.cancel();
  }

  function end() {
    setState('over');
    setLine(0);
  }

  /** Speaks from one line on. Pausing restarts the line, because browsers differ in how they pause within a sentence. */
  function speak(from: number, rate: number) {
    const spokenLine = lines[from];
    if (!spokenLine) {
      silence();
      end();
      return;
    }
    setLine(from);
    const voices = findVoices();
    const utterance = new SpeechSynthesisUtterance(spokenLine.text);
    utterance.voice = voices[spokenLine.speaker === 'Agent' ? 0 : voices.length - 1] ?? null;
    utterance.rate = rate;
    // With a single voice, the caller has a higher pitch.
    utterance.pitch = spokenLine.speaker === 'Caller' && voices.length === 1 ? 1.4 : 1;
    utterance.onend = () => speaking === me && current.current === utterance && speak(from + 1, rate);
    utterance.onerror = ({ error }) => {
      if (error !== 'canceled' && error !== 'interrupted') setHeard(false);
    };
    current.current = utterance;
    speechSynthesis.cancel();
    speaking = me;
    speechSynthesis.speak(utterance);
  }
  const current = useRef<SpeechSynthesisUtterance>(null);

  function playRecording(rate: number) {
    if (!recording) return;
    sound.current ??= openRecording(recording, { onLine: setLine, onEnd: end });
    sound.current.playbackRate = rate;
    sound.current.play().catch(() => setHeard(false));
  }

  function start(from: number, rate: number) {
    if (recording) playRecording(rate);
    else speak(from, rate);
  }

  /** The animations of the transcript, which run when there is no sound. */
  const animations = () => element.current?.getAnimations?.({ subtree: true }) ?? [];

  return {
    state,
    line,
    speed,
    isHeard,
    end,
    /** Called when the call is opened. */
    play() {
      const canBeHeard = recording !== undefined || findVoices().length > 0;
      setHeard(canBeHeard);
      setState('playing');
      if (canBeHeard) start(0, speed);
    },
    stop() {
      silence();
      if (sound.current) sound.current.currentTime = 0;
      setState('playing');
      setLine(0);
    },
    togglePlay() {
      if (state === 'playing') {
        if (isHeard) silence();
        for (const animation of animations()) animation.pause();
      } else {
        if (isHeard) start(line, speed);
        for (const animation of animations()) {
          if (state === 'over') animation.currentTime = 0;
          animation.play();
        }
      }
      setState(state === 'playing' ? 'paused' : 'playing');
    },
    nextSpeed() {
      const faster = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
      setSpeed(faster);
      if (sound.current) sound.current.playbackRate = faster;
      else if (isHeard && state === 'playing') speak(line, faster);
      for (const animation of animations()) animation.updatePlaybackRate(faster);
    },
  };
}

/** The nth cue of the captions (WebVTT) belongs to the nth line of the call. */
function openRecording(
  { file, captions }: { file: string; captions: string },
  { onLine, onEnd }: { onLine: (line: number) => void; onEnd: () => void },
): HTMLAudioElement {
  const sound = new Audio(file);
  const element = document.createElement('track');
  element.kind = 'captions';
  element.src = captions;
  sound.append(element);
  const { track } = element;
  track.mode = 'hidden';
  track.oncuechange = () => {
    const [cue] = track.activeCues ?? [];
    if (cue) onLine([...(track.cues ?? [])].indexOf(cue));
  };
  sound.onended = onEnd;
  return sound;
}
