/** A request: the nearest leader approves, then human resources. A rejected applicant may change and resend it. */
export const applyProcessXml = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:flowable="http://flowable.org/bpmn" xmlns:anju="https://anju/bpmn" targetNamespace="https://anju/processes">
<process id="ApplyProcess" name="申请审批" isExecutable="true" anju:category="flow_leave" anju:papers="processLeave">
<startEvent id="start" name="申请" flowable:initiator="applyUser"/>
<userTask id="managerTask" name="主管审批"><extensionElements><anju:assignment>{"mode":"single","by":[{"type":"starterLeader","level":1}],"sameAsStarter":"admin","empty":"admin"}</anju:assignment></extensionElements></userTask>
<userTask id="hrTask" name="人事审批"><extensionElements><anju:assignment>{"mode":"claim","by":[{"type":"role","values":["as_hr"]}],"empty":"admin"}</anju:assignment></extensionElements></userTask>
<userTask id="modifyTask" name="调整申请" flowable:assignee="\${applyUser}"/>
<endEvent id="approved" name="通过" anju:outcome="approved"/>
<endEvent id="rejected" name="撤回" anju:outcome="rejected"/>
<sequenceFlow id="toManager" sourceRef="start" targetRef="managerTask"/>
<sequenceFlow id="managerPass" name="同意" sourceRef="managerTask" targetRef="hrTask"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="managerReject" name="驳回" sourceRef="managerTask" targetRef="modifyTask"><conditionExpression xsi:type="tFormalExpression">\${!pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="hrPass" name="同意" sourceRef="hrTask" targetRef="approved"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="hrReject" name="驳回" sourceRef="hrTask" targetRef="modifyTask"><conditionExpression xsi:type="tFormalExpression">\${!pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="again" name="重新提交" sourceRef="modifyTask" targetRef="managerTask"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="givenUp" name="放弃" sourceRef="modifyTask" targetRef="rejected"><conditionExpression xsi:type="tFormalExpression">\${!pass}</conditionExpression></sequenceFlow>
</process>
<bpmndi:BPMNDiagram id="ApplyProcess_diagram">
<bpmndi:BPMNPlane id="ApplyProcess_plane" bpmnElement="ApplyProcess">
<bpmndi:BPMNShape id="start_di" bpmnElement="start"><dc:Bounds x="100" y="150" width="36" height="36"/><bpmndi:BPMNLabel><dc:Bounds x="106" y="192" width="24" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="managerTask_di" bpmnElement="managerTask"><dc:Bounds x="200" y="128" width="100" height="80"/></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="hrTask_di" bpmnElement="hrTask"><dc:Bounds x="380" y="128" width="100" height="80"/></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="modifyTask_di" bpmnElement="modifyTask"><dc:Bounds x="290" y="290" width="100" height="80"/></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="approved_di" bpmnElement="approved"><dc:Bounds x="560" y="150" width="36" height="36"/><bpmndi:BPMNLabel><dc:Bounds x="566" y="192" width="24" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="rejected_di" bpmnElement="rejected"><dc:Bounds x="560" y="312" width="36" height="36"/><bpmndi:BPMNLabel><dc:Bounds x="566" y="354" width="24" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
<bpmndi:BPMNEdge id="toManager_di" bpmnElement="toManager"><di:waypoint x="136" y="168"/><di:waypoint x="200" y="168"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="managerPass_di" bpmnElement="managerPass"><di:waypoint x="300" y="168"/><di:waypoint x="380" y="168"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="hrPass_di" bpmnElement="hrPass"><di:waypoint x="480" y="168"/><di:waypoint x="560" y="168"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="managerReject_di" bpmnElement="managerReject"><di:waypoint x="280" y="208"/><di:waypoint x="280" y="250"/><di:waypoint x="320" y="250"/><di:waypoint x="320" y="290"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="hrReject_di" bpmnElement="hrReject"><di:waypoint x="430" y="208"/><di:waypoint x="430" y="250"/><di:waypoint x="360" y="250"/><di:waypoint x="360" y="290"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="again_di" bpmnElement="again"><di:waypoint x="290" y="330"/><di:waypoint x="230" y="330"/><di:waypoint x="230" y="208"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="givenUp_di" bpmnElement="givenUp"><di:waypoint x="390" y="330"/><di:waypoint x="560" y="330"/></bpmndi:BPMNEdge>
</bpmndi:BPMNPlane>
</bpmndi:BPMNDiagram>
</definitions>
`;
