/** Describes a new set of so many fields, whose names and values are the JSON between two places: see `fieldSetsAt`. */
export declare function describeFields(fieldSet: u32, begin: u32, end: u32, fields: u32): void
/** Writes a text as `normaliseForSearch` gives it, from `to` on. Returns where it ends; 0: it has no room. */
export declare function normalise(begin: u32, end: u32, to: u32, withoutSpaces: u32): u32
