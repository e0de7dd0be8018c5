/** Returns the one file that was dropped or chosen, or the name of the sentence that says why there is none. */
export function oneFile(files, items) {
  // Browsers list a dropped folder as a file that cannot be read.
  const isFolder = [...(items ?? [])].some((item) => item.kind === "file" && item.webkitGetAsEntry?.()?.isDirectory);
  if (files.length > 1) return { problem: "one_file" };
  if (isFolder) return { problem: "folder" };
  return files.length ? { file: files[0] } : { problem: "no_file" };
}
