/** Every browser that is signed in, the one that asks first. */
export interface SignIns {
  signIns: SignedIn[]
}

export interface SignedIn {
  id: string
  /** What it was made with, where that could be told. */
  browser: string | null
  system: string | null
  /** On the machine of the daemon, or from another one. */
  door: 'here' | 'elsewhere'
  since: number
  /** To the hour. */
  usedAt: number
  /** Whoever asks. */
  isThis: boolean
  /** A session from elsewhere ends none at the machine. */
  canEnd: boolean
}
