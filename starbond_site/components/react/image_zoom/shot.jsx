/**
 * One picture in every format; its proportions are reserved before it arrives. A `small` one needs the two narrowest files
 * at most, and is lazy although in sight: it waits for the layout, and leaves the line to the first picture.
 */
export function Shot({ picture, sizes, first, small, ...rest }) {
  return (
    <picture {...rest}>
      {picture.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={small ? srcset.split(", ", 2).join() : srcset} sizes={sizes} />
      ))}
      <img
        loading={small && "lazy"}
        src={picture.src}
        width={picture.width}
        height={picture.height}
        alt={picture.alt}
        draggable="false"
        fetchPriority={first ? "high" : "low"}
        style={picture.colour && { backgroundColor: picture.colour }}
      />
    </picture>
  );
}
