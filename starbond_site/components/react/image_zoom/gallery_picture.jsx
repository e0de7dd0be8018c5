/**
 * One picture in every format, with its space reserved while it loads. A `small` one offers the two narrowest files only,
 * and is lazy although it is visible: lazy pictures load after layout, and so after the main picture.
 */
export function GalleryPicture({ picture, sizes, first, small, lazy = small, ...rest }) {
  return (
    <picture {...rest}>
      {picture.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={small ? srcset.split(", ", 2).join() : srcset} sizes={sizes} />
      ))}
      <img
        loading={lazy && "lazy"}
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
