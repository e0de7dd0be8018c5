/** Whether a folder was dropped, which browsers list as a file that cannot be read. */
export const hasFolder = (items) => [...(items ?? [])].some((item) => item.kind === "file" && item.webkitGetAsEntry?.()?.isDirectory);

/** Returns the one file that was dropped or chosen, or the name of the sentence that says why there is none. */
export function oneFile(files, items) {
  if (files.length > 1) return { problem: "one_file" };
  if (hasFolder(items)) return { problem: "folder" };
  return files.length ? { file: files[0] } : { problem: "no_file" };
}
