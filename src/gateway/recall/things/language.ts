/** Kinds of things that people ask for by the name of the kind, and tell of by the names of the things. */
type Thing = 'food' | 'drink' | 'animal' | 'sport' | 'hobby' | 'health' | 'travel' | 'work' | 'money'

/** By kind, what it is asked for by, and what belongs to it; a word in any of its forms. */
export type Things = Record<Thing, { asked: string; told: string }>
