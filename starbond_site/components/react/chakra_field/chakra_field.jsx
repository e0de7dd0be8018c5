import { FormControl, FormErrorMessage } from "@chakra-ui/react";
import { useProblem } from "../posted_form/posted_form.jsx";

/** A label and a control, and below them what has to be corrected. */
export function ChakraField({ id, name, children }) {
  const problem = useProblem(name);
  return (
    <FormControl id={id} isRequired isInvalid={Boolean(problem)}>
      {children}
      <FormErrorMessage>{problem}</FormErrorMessage>
    </FormControl>
  );
}
