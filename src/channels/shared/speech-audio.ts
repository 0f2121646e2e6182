import { runTree } from '../../lib/run-tree.ts'

/** Audio with the ending of its file name. */
export interface SpeechAudio {
  audio: Buffer
  extension: '.ogg' | '.wav' | '.mp3' | '.flac'
}

const CONVERT_LIMITS = { timeoutMs: 30_000, maxBytes: 20 * 1024 * 1024 }

/** Recognises the format of audio by its first bytes; undefined if we do not know the format. */
export function recogniseAudio(audio: Buffer): (SpeechAudio & { isOpus: boolean }) | undefined {
  const begins = (magic: string, at = 0) => audio.subarray(at, at + magic.length).toString('latin1') === magic
  if (begins('OggS')) return { audio, extension: '.ogg', isOpus: audio.subarray(0, 64).includes('OpusHead') }
  if (begins('RIFF') && begins('WAVE', 8)) return { audio, extension: '.wav', isOpus: false }
  if (begins('fLaC')) return { audio, extension: '.flac', isOpus: false }
  const [first = 0, second = 0] = audio
  const isMpeg = begins('ID3') || (first === 0xff && (second & 0xe6) === 0xe2)
  return isMpeg ? { audio, extension: '.mp3', isOpus: false } : undefined
}

/**
 * The audio as Ogg with Opus, which is what channels show as a voice message; unchanged if neither ffmpeg nor opusenc is
 * installed. Undefined if it is not audio, or too broken for them to read.
 */
export async function toVoiceMessage(
  made: Buffer,
  path: string,
  signal: AbortSignal,
): Promise<SpeechAudio | undefined> {
  const known = recogniseAudio(made)
  if (!known) return undefined
  const { audio, extension, isOpus } = known
  if (isOpus) return { audio, extension }
  let isConverterHere = false
  for (const [file, ...args] of convertersFor(extension)) {
    const env = { PATH: path, LANG: 'C.UTF-8' }
    const outcome = await runTree({ file, args, env }, audio, CONVERT_LIMITS, signal)
    isConverterHere ||= outcome.status !== 'not_started'
    const isDone = outcome.status === 'exited' && outcome.code === 0
    if (isDone && recogniseAudio(outcome.stdout)?.isOpus) return { audio: outcome.stdout, extension: '.ogg' }
  }
  return isConverterHere ? undefined : { audio, extension }
}

/** In the order in which they are tried. Their input can be nothing but this format from this pipe. */
function convertersFor(extension: SpeechAudio['extension']): [file: string, ...args: string[]][] {
  const input = ['-nostdin', '-protocol_whitelist', 'pipe', '-f', extension.slice(1), '-i', 'pipe:0', '-map', '0:a:0']
  const output = ['-map_metadata', '-1', '-ac', '1', '-c:a', 'libopus', '-b:a', '32k', '-f', 'ogg', 'pipe:1']
  const ffmpeg: [string, ...string[]] = ['ffmpeg', '-hide_banner', '-loglevel', 'error', ...input, ...output]
  const opusenc: [string, ...string[]] = ['opusenc', '--quiet', '--ignorelength', '--bitrate', '32', '-', '-']
  return extension === '.wav' || extension === '.flac' ? [ffmpeg, opusenc] : [ffmpeg]
}
