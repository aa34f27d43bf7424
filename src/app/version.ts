/** The version of weir: apart from all else, so that the entry file prints it without loading the program. */
export const version = "0.1.0";
