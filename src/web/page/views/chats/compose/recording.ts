/** Somebody speaks. */
export interface Recording {
  /** What was said, once it is over: by `end`, or because it took too long. Undefined when it was dropped. */
  done: Promise<Blob | undefined>
  end(): void
  drop(): void
}

const longestMs = 5 * 60_000

/** Whether this browser lets a page listen at all: without TLS only on the machine itself. */
export function canRecord(): boolean {
  return 'mediaDevices' in navigator && 'MediaRecorder' in globalThis
}

/** Asks for the microphone. Rejects where that is not given. */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const recorder = new MediaRecorder(stream)
  const pieces: Blob[] = []
  let isDropped = false
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  const limit = setTimeout(end, longestMs)
  const done = new Promise<Blob | undefined>((resolve) => {
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    recorder.onstop = () => {
      clearTimeout(limit)
      // The browser shows that it listens until the microphone is given back.
      for (const track of stream.getTracks()) track.stop()
      resolve(isDropped ? undefined : new Blob(pieces, { type: recorder.mimeType }))
    }
  })
  recorder.start()
  return {
    done,
    end,
    drop() {
      isDropped = true
      end()
    },
  }
}
