import { spawnSync } from 'node:child_process'

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Whether a real program can speak here and its audio be converted. */
export const hasEspeak = has('espeak-ng') && (has('ffmpeg') || has('opusenc'))
if (!hasEspeak) console.warn('LEFT OUT: the tests with real speech. They need espeak-ng, and opusenc or ffmpeg.')

/** Silence, as a program may write it. */
export function wavOf(seconds: number): Buffer {
  const data = Buffer.alloc(8000 * 2 * seconds)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(16_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

/** How long a voice message takes: the position of its last page, in 48 kHz. */
export function opusSeconds(audio: Buffer): number {
  const last = audio.lastIndexOf('OggS')
  return last === -1 ? 0 : Number(audio.readBigUInt64LE(last + 6)) / 48_000
}
